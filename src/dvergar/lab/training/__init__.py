"""Training of the networks that bots play by: self-play, fits, and matches that judge them."""
