/**
 * A conversation's own SQLite. `cursor` is the last position in the log that the member's hub acknowledged, -1 while the hub does
 * not know the conversation. `knows_end`: the hub has acknowledged the end. `presence` outlives the object, because the sockets
 * belong to the hubs. A message is stored in its current form: `seq` is its own position, `change` that of its latest change.
 * Only changed messages are in the second index, so a new message costs one entry. `photos` has a row before its object is
 * stored: `seq` is the message that shows it, `removed_at` means that the object must be deleted. `request_from` is the sender of
 * a request not yet accepted. `settled`: nothing is owed to hubs and pages, so the alarm only looks for silent sockets.
 * `page_read`: how far the member's pages have read, while their hub may not know it. `refused_gifts`: refused gifts stay refused, because their units were returned.
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
  `
  ALTER TABLE messages ADD COLUMN change INTEGER;
  ALTER TABLE messages ADD COLUMN edited_at INTEGER;
  ALTER TABLE messages ADD COLUMN deleted_at INTEGER;
  ALTER TABLE messages ADD COLUMN reactions TEXT;
  ALTER TABLE messages ADD COLUMN photo TEXT;
  CREATE UNIQUE INDEX messages_change ON messages (change) WHERE change IS NOT NULL;
  ALTER TABLE members ADD COLUMN delivered INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE members ADD COLUMN read INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE members ADD COLUMN shares_read INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE members ADD COLUMN knows_end INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE presence ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE photos (
    id TEXT PRIMARY KEY,
    sender TEXT NOT NULL,
    cid TEXT NOT NULL,
    key TEXT NOT NULL,
    width INTEGER,
    height INTEGER,
    size INTEGER,
    at INTEGER NOT NULL,
    seq INTEGER,
    removed_at INTEGER,
    UNIQUE (sender, cid)
  ) WITHOUT ROWID;
  CREATE INDEX photos_loose ON photos (at) WHERE seq IS NULL;
  CREATE INDEX photos_removed ON photos (removed_at) WHERE removed_at IS NOT NULL;
  `,
  `
  ALTER TABLE conversation ADD COLUMN request_from TEXT;
  ALTER TABLE conversation ADD COLUMN request_declined INTEGER NOT NULL DEFAULT 0;
  `,
  `
  ALTER TABLE messages ADD COLUMN gift TEXT;
  CREATE TABLE refused_gifts (id TEXT PRIMARY KEY) WITHOUT ROWID;
  `,
  `
  ALTER TABLE conversation ADD COLUMN settled INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE members ADD COLUMN page_read INTEGER;
  `,
]
