"""Records of games as files: downloading and looking at them."""
