"""Every number of the game, once: the data files and what reads them."""
