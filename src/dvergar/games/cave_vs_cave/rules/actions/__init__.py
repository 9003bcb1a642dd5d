"""What can be done, one verb a file: why not, the moves it offers, and doing it, side by side."""
