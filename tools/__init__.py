"""What is needed to build Dvergar and is not part of it: nothing here is installed."""
