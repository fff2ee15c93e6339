"""What a server of games and those who play there say to each other."""
