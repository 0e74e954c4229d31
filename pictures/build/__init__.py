"""Draws the sprites in pictures/assets once; needs the art requirements. Nothing here is used at run time."""
