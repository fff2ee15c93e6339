"""What several tests share: generators of games and slow, obvious references."""
