/**
 * A conversation's own SQLite. `cursor` is the last seq that the member's hub acknowledged, -1 while the hub does not
 * know the conversation. `presence` outlives the object, because the sockets belong to the hubs.
 */
export const conversationSchema: readonly string[] = [
  `
  CREATE TABLE conversation (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    kind TEXT NOT NULL,
    epoch TEXT NOT NULL,
    opened_at INTEGER NOT NULL,
    closed_at INTEGER,
    rev INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE members (member TEXT PRIMARY KEY, cursor INTEGER NOT NULL DEFAULT -1) WITHOUT ROWID;
  CREATE TABLE messages (
    seq INTEGER PRIMARY KEY,
    sender TEXT NOT NULL,
    cid TEXT NOT NULL,
    text TEXT NOT NULL,
    sent_at INTEGER NOT NULL,
    reply_seq INTEGER,
    UNIQUE (sender, cid)
  );
  CREATE TABLE presence (member TEXT NOT NULL, connection TEXT NOT NULL, PRIMARY KEY (member, connection)) WITHOUT ROWID;
  `,
]
