"""Computer players: they see a view and the legal moves, nothing else."""
