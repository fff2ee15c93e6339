"""Work that would hold up the server's loop, done in processes of its own."""
