"""What people type and see: a cog for each game, and the commands that belong to no single game."""
