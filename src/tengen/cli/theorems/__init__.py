"""What can be done with the theorem."""
