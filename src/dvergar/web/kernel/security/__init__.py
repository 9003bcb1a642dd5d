"""Who may do what: tokens, keys, where requests may come from, and how many."""
