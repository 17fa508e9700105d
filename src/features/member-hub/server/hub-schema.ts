/**
 * A member's own SQLite. `joined` says which connections a conversation believes to be there; it outlives sockets that
 * vanish without a close. `ended_sessions` keeps a signed-out session's token from opening a socket until it expires.
 */
export const hubSchema: readonly string[] = [
  `
  CREATE TABLE inbox (
    conversation TEXT PRIMARY KEY,
    self TEXT NOT NULL,
    other TEXT NOT NULL,
    epoch TEXT NOT NULL,
    head INTEGER NOT NULL DEFAULT 0,
    read_seq INTEGER NOT NULL DEFAULT 0,
    unread INTEGER NOT NULL DEFAULT 0,
    preview TEXT NOT NULL DEFAULT '',
    last_from TEXT NOT NULL DEFAULT '',
    at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX inbox_at ON inbox (at);
  CREATE INDEX inbox_unread ON inbox (conversation, unread) WHERE unread > 0;
  CREATE TABLE notifications (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    conversation TEXT,
    from_id TEXT,
    payload TEXT,
    at INTEGER NOT NULL,
    unread INTEGER NOT NULL DEFAULT 1
  ) WITHOUT ROWID;
  CREATE INDEX notifications_at ON notifications (at);
  CREATE TABLE joined (connection TEXT NOT NULL, conversation TEXT NOT NULL, PRIMARY KEY (connection, conversation)) WITHOUT ROWID;
  CREATE TABLE ended_sessions (sid TEXT PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID;
  `,
  'CREATE TABLE preferences (id INTEGER PRIMARY KEY CHECK (id = 1), value TEXT NOT NULL)',
]
