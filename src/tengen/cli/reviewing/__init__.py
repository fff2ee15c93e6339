"""What `tengen review` is made of."""
