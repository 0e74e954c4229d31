"""One live table of any game: lobby, seats, clock, private hands, the public message, answers."""
