"""Everything that lasts, and all the SQL of the bot. Knows no game and no Discord: ids are integers, the rest is text.

`database` opens the file and commits; each other file is one subject, made of steps: plain functions that take an
``sqlite3.Connection`` first. A step runs through ``Transaction.do`` (to write) or ``Database.read`` (to read).
Times are epoch milliseconds, ids come from `db.ids.new_id` or from Discord.
"""
