-- Ids are Discord's or made by the program; every time is epoch milliseconds.

CREATE TABLE servers (
    id INTEGER NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    settings TEXT NOT NULL,              -- JSON object
    joined INTEGER NOT NULL,
    "left" INTEGER                       -- when the bot was last removed; NULL while it is there
) STRICT;

CREATE TABLE members (
    server INTEGER NOT NULL,
    member INTEGER NOT NULL,
    name TEXT NOT NULL,                  -- the display name when last seen
    seen INTEGER NOT NULL,
    present INTEGER CHECK (present IN (0, 1)),  -- NULL: never asked
    asked_at INTEGER,
    PRIMARY KEY (server, member)
) STRICT, WITHOUT ROWID;

-- Boards leave out who is gone; those are few.
CREATE INDEX members_by_presence ON members (server, present, member);

CREATE TABLE preferences (
    member INTEGER NOT NULL PRIMARY KEY,
    choices TEXT NOT NULL                -- JSON object
) STRICT;

CREATE TABLE tables (
    id INTEGER NOT NULL PRIMARY KEY,
    server INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    thread INTEGER,
    game TEXT NOT NULL,
    options TEXT NOT NULL,               -- JSON object
    state TEXT NOT NULL CHECK (state IN ('lobby', 'live', 'over', 'void', 'closed')),
    host INTEGER NOT NULL,
    private INTEGER NOT NULL CHECK (private IN (0, 1)),
    clock TEXT NOT NULL CHECK (clock IN ('live', 'slow', 'none')),
    level TEXT NOT NULL,
    seed TEXT,                           -- hexadecimal
    seed_hash TEXT,
    dealer INTEGER,
    purses TEXT,                         -- JSON array, by seat, at the start
    rules_version TEXT NOT NULL,
    message INTEGER,
    message_at INTEGER,
    deadline INTEGER,
    deadline_decision INTEGER,
    reason TEXT,                         -- why it was voided or closed
    rematch_of INTEGER REFERENCES tables (id) ON DELETE SET NULL,
    announced INTEGER,                   -- when its result was posted
    mention INTEGER,                     -- the message that mentions who is next, while it stands
    keep_order INTEGER NOT NULL CHECK (keep_order IN (0, 1)),  -- seats as they sat down, not by lot
    created INTEGER NOT NULL,
    started INTEGER,
    ended INTEGER,
    touched INTEGER NOT NULL             -- when a person last did something here
) STRICT;

CREATE INDEX tables_by_server ON tables (server, state, ended);
CREATE INDEX tables_by_channel ON tables (channel, state);
CREATE INDEX tables_by_thread ON tables (thread, state) WHERE thread IS NOT NULL;
CREATE INDEX tables_by_touch ON tables (state, touched);
CREATE INDEX tables_by_message ON tables (message) WHERE message IS NOT NULL;
CREATE INDEX tables_by_deadline ON tables (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX tables_by_rematch ON tables (rematch_of) WHERE rematch_of IS NOT NULL;

CREATE TABLE seats (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL CHECK (seat >= 0),
    member INTEGER,                      -- NULL: a computer, or a person whose data was erased
    name TEXT NOT NULL,
    computer INTEGER NOT NULL CHECK (computer IN (0, 1)),
    level TEXT,                          -- of a computer
    autopilot INTEGER NOT NULL CHECK (autopilot IN (0, 1)),
    "left" INTEGER NOT NULL CHECK ("left" IN (0, 1)),
    missed INTEGER NOT NULL CHECK (missed >= 0),  -- times out in a row
    dm_channel INTEGER,
    dm_message INTEGER,
    PRIMARY KEY (table_id, seat),
    CHECK (computer = 0 OR member IS NULL)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX seats_by_member ON seats (member, table_id) WHERE member IS NOT NULL;

CREATE TABLE invitations (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    member INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (table_id, member)
) STRICT, WITHOUT ROWID;

CREATE INDEX invitations_by_member ON invitations (member);

CREATE TABLE moves (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    ply INTEGER NOT NULL CHECK (ply >= 0),
    seat INTEGER NOT NULL,
    move TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (table_id, ply)
) STRICT, WITHOUT ROWID;

-- Why every gambling point is where it is. One row for each (kind, source): the same day, table or correction never pays twice.
CREATE TABLE ledger (
    id INTEGER NOT NULL PRIMARY KEY,
    server INTEGER NOT NULL,
    member INTEGER NOT NULL,
    amount INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('welcome', 'daily', 'prize', 'game', 'correction')),
    source TEXT NOT NULL CHECK (source <> ''),
    at INTEGER NOT NULL,
    UNIQUE (server, member, kind, source)
) STRICT;

CREATE INDEX ledger_by_member ON ledger (server, member, at);

-- The sum of a member's ledger, kept by the transaction that adds to it.
CREATE TABLE purses (
    server INTEGER NOT NULL,
    member INTEGER NOT NULL,
    points INTEGER NOT NULL,
    PRIMARY KEY (server, member)
) STRICT, WITHOUT ROWID;

CREATE INDEX purses_by_points ON purses (server, points DESC, member);

-- Members whose data is being erased in the running transaction: the only ones whose ledger may go.
CREATE TABLE erasures (
    member INTEGER NOT NULL PRIMARY KEY
) STRICT;

CREATE TRIGGER ledger_never_changes BEFORE UPDATE ON ledger
BEGIN
    SELECT RAISE(ABORT, 'the ledger is append-only');
END;

CREATE TRIGGER ledger_never_shrinks BEFORE DELETE ON ledger
WHEN NOT EXISTS (SELECT 1 FROM erasures WHERE erasures.member = OLD.member)
BEGIN
    SELECT RAISE(ABORT, 'the ledger is append-only');
END;

-- How each seat of a finished game came out.
CREATE TABLE results (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL CHECK (seat >= 0),
    game TEXT NOT NULL CHECK (game <> ''),
    server INTEGER NOT NULL,
    member INTEGER,                      -- NULL: a computer, or a person whose data was erased
    name TEXT NOT NULL,
    place INTEGER NOT NULL CHECK (place >= 1),
    score INTEGER NOT NULL,
    net INTEGER NOT NULL,
    practice INTEGER NOT NULL CHECK (practice IN (0, 1)),
    at INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX results_by_member ON results (member, server, at) WHERE member IS NOT NULL;
CREATE INDEX results_by_server ON results (server, at);

-- Games and wins of a member, practice left out, kept by the transaction that adds results. Game '' is all games.
CREATE TABLE tallies (
    server INTEGER NOT NULL,
    game TEXT NOT NULL,
    member INTEGER NOT NULL,
    games INTEGER NOT NULL CHECK (games >= wins),
    wins INTEGER NOT NULL CHECK (wins >= 0),
    PRIMARY KEY (server, game, member)
) STRICT, WITHOUT ROWID;

CREATE INDEX tallies_by_member ON tallies (member, server);
CREATE INDEX tallies_by_wins ON tallies (server, game, wins DESC, games, member);

-- Small things the program remembers about itself.
CREATE TABLE facts (
    name TEXT NOT NULL PRIMARY KEY,
    fact TEXT NOT NULL
) STRICT, WITHOUT ROWID;
