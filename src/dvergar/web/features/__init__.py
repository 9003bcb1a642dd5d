"""The features of the web app: each folder is one of them."""
