"""What is promised about speed and strength, measured."""
