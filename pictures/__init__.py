"""Pictures of a card table: scenes as data, drawn with Pillow. Knows cards, no game and no Discord."""
