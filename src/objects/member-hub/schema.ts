/**
 * A member's own SQLite. In `inbox`, `head`, `read_seq` and `delivered` are positions of the conversation's log. `last_seq` is
 * the newest message itself, whose preview the row shows; `unread_ranges` lists the unread ones, as JSON. `marks_due`: the
 * conversation still needs this member's receipts. `kept_read`: the position up to which the member read without sharing read
 * receipts. `hidden`: the partner is restricted or has left. `joined` lists the connections that a conversation counts as
 * present; it outlives sockets that vanish without a close. `ended_sessions` keeps a signed-out session's token from opening a
 * socket until it expires. `search_texts` are the texts behind the full-text index `search`. `folded`: the folded text
 * (`fold.ts`); null until it is indexed. `search_fold`: its version, and the id below which rows still have an older one.
 * `search_gaps`: per conversation, messages below this seq are not indexed yet; `search_behind`: new ones above this position. `unseen`: per conversation, the first message
 * without a stored notification because some window has it open, and may be unread there. Cooldowns also have a table: the time
 * of the last notification of a kind that must not repeat too soon. `seat`: the member's one wait or encounter (`SeatStore`).
 * `past_partners`: keyed hashes of the members met there. `departures`: queues and encounters not yet notified that the member
 * has left. `nexts`: when the member left a partner for another one. `talk_languages`: their last choice for a talk.
 * `bookings`: upcoming evenings of blind dates; `was_alone`: the member waited there and found no partner. `past_dates`:
 * outcomes of the last ones, to be forgotten at `until`. `attendance`: the matchmaker to which the bookings were last reported, null
 * for none, and when the next report is due (`Attendance`). `wait_alert`: until when the member is notified of
 * someone who begins to wait (`WaitAlert`). `looked_up_people`: of whom D1 was asked whether they are available
 * (`LookedUpPeople`). `direct_sockets`: the member's sockets straight to conversations (`DirectSockets`); `facts`: what the
 * conversation was last sent about the member; `end_code`: access has ended, and the conversation does not know it yet.
 * `access_end`: when the member last lost all access.
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
  `
  ALTER TABLE inbox ADD COLUMN last_seq INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE inbox ADD COLUMN preview_kind TEXT NOT NULL DEFAULT 'text';
  ALTER TABLE inbox ADD COLUMN unread_seqs TEXT NOT NULL DEFAULT '[]';
  ALTER TABLE inbox ADD COLUMN delivered INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE inbox ADD COLUMN marks_due INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX inbox_marks_due ON inbox (conversation) WHERE marks_due = 1;
  ALTER TABLE joined ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE visibility (id INTEGER PRIMARY KEY CHECK (id = 1), shows_online INTEGER NOT NULL);
  -- Until now every place was a message, and what is unread are the last ones.
  UPDATE inbox SET last_seq = head, delivered = head, unread_seqs = (
    WITH RECURSIVE seqs (seq) AS (
      SELECT inbox.head - inbox.unread + 1 WHERE inbox.unread > 0 UNION ALL SELECT seq + 1 FROM seqs WHERE seq < inbox.head
    ) SELECT json_group_array(seq) FROM seqs
  );
  `,
  // Notifications stored as text in one language are dropped; from now on they are data, rendered when they are read.
  `
  DELETE FROM notifications WHERE payload IS NOT NULL;
  ALTER TABLE notifications DROP COLUMN payload;
  ALTER TABLE notifications ADD COLUMN data TEXT NOT NULL DEFAULT '{}';
  ALTER TABLE notifications ADD COLUMN mail_at INTEGER;
  CREATE TABLE alarms (name TEXT PRIMARY KEY, at INTEGER NOT NULL, started INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
  CREATE TABLE letters (kind TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
  `,
  `
  ALTER TABLE inbox RENAME COLUMN unread_seqs TO unread_ranges;
  UPDATE inbox SET unread_ranges = iif(unread > 0, json_array(json_array(head - unread + 1, head)), '[]');
  `,
  `
  ALTER TABLE inbox ADD COLUMN stage TEXT NOT NULL DEFAULT 'open';
  CREATE INDEX inbox_requests ON inbox (at) WHERE stage = 'incoming';
  DROP INDEX inbox_unread;
  CREATE INDEX inbox_unread ON inbox (stage, conversation, unread) WHERE unread > 0;
  `,
  `
  CREATE TABLE search_texts (
    id INTEGER PRIMARY KEY,
    conversation TEXT NOT NULL,
    seq INTEGER NOT NULL,
    place INTEGER NOT NULL,
    from_me INTEGER NOT NULL,
    at INTEGER NOT NULL,
    text TEXT NOT NULL,
    UNIQUE (conversation, seq)
  );
  CREATE VIRTUAL TABLE search USING fts5 (
    text, content = 'search_texts', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2'
  );
  -- What was taken back is not to be found in the index's pages either.
  INSERT INTO search (search, rank) VALUES ('secure-delete', 1);
  CREATE TRIGGER search_texts_added AFTER INSERT ON search_texts BEGIN
    INSERT INTO search (rowid, text) VALUES (new.id, new.text);
  END;
  CREATE TRIGGER search_texts_changed AFTER UPDATE OF text ON search_texts BEGIN
    INSERT INTO search (search, rowid, text) VALUES ('delete', old.id, old.text);
    INSERT INTO search (rowid, text) VALUES (new.id, new.text);
  END;
  CREATE TRIGGER search_texts_removed AFTER DELETE ON search_texts BEGIN
    INSERT INTO search (search, rowid, text) VALUES ('delete', old.id, old.text);
  END;
  CREATE TABLE search_gaps (conversation TEXT PRIMARY KEY, before INTEGER NOT NULL) WITHOUT ROWID;
  INSERT INTO search_gaps (conversation, before) SELECT conversation, last_seq + 1 FROM inbox WHERE last_seq > 0 AND stage = 'open';
  `,
  `
  ALTER TABLE inbox ADD COLUMN kept_read INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE unseen (conversation TEXT PRIMARY KEY, seq INTEGER NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
  `,
  'CREATE TABLE told (what TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID',
  `
  ALTER TABLE inbox ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX inbox_hidden ON inbox (conversation) WHERE hidden = 1;
  `,
  `
  CREATE TABLE seat (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    state TEXT NOT NULL,
    request TEXT NOT NULL,
    ticket TEXT NOT NULL,
    since INTEGER NOT NULL,
    encounter TEXT,
    partner TEXT,
    last TEXT,
    phase TEXT,
    until INTEGER,
    has_connected INTEGER NOT NULL,
    away_since INTEGER
  );
  CREATE TABLE past_partners (token TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE departures (target TEXT NOT NULL, kind TEXT NOT NULL, ticket TEXT NOT NULL, PRIMARY KEY (target, ticket)) WITHOUT ROWID;
  CREATE TABLE nexts (at INTEGER NOT NULL);
  `,
  `
  ALTER TABLE seat ADD COLUMN odd_at INTEGER;
  CREATE TABLE bookings (
    slot INTEGER PRIMARY KEY,
    language TEXT NOT NULL,
    state TEXT NOT NULL,
    was_alone INTEGER NOT NULL DEFAULT 0,
    remind_at INTEGER
  );
  CREATE TABLE past_dates (
    name TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    id TEXT,
    until INTEGER NOT NULL
  ) WITHOUT ROWID;
  `,
  "ALTER TABLE departures ADD COLUMN queue TEXT NOT NULL DEFAULT ''",
  // The object folds existing rows (search/rebuild), because SQL cannot.
  `
  DROP TRIGGER search_texts_added;
  DROP TRIGGER search_texts_changed;
  DROP TRIGGER search_texts_removed;
  DROP TABLE search;
  ALTER TABLE search_texts ADD COLUMN folded TEXT;
  CREATE VIRTUAL TABLE search USING fts5 (folded, content = 'search_texts', content_rowid = 'id', tokenize = 'ascii');
  -- What was taken back is not to be found in the index's pages either.
  INSERT INTO search (search, rank) VALUES ('secure-delete', 1);
  CREATE TRIGGER search_texts_added AFTER INSERT ON search_texts WHEN new.folded IS NOT NULL BEGIN
    INSERT INTO search (rowid, folded) VALUES (new.id, new.folded);
  END;
  CREATE TRIGGER search_texts_changed AFTER UPDATE OF folded ON search_texts BEGIN
    INSERT INTO search (search, rowid, folded) SELECT 'delete', old.id, old.folded WHERE old.folded IS NOT NULL;
    INSERT INTO search (rowid, folded) VALUES (new.id, new.folded);
  END;
  CREATE TRIGGER search_texts_removed AFTER DELETE ON search_texts WHEN old.folded IS NOT NULL BEGIN
    INSERT INTO search (search, rowid, folded) VALUES ('delete', old.id, old.folded);
  END;
  CREATE TABLE search_fold (id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL, below INTEGER NOT NULL);
  INSERT INTO search_fold (id, version, below) VALUES (1, 0, 0);
  `,
  'CREATE TABLE looked_up_people (id TEXT PRIMARY KEY, revision INTEGER NOT NULL) WITHOUT ROWID',
  `
  CREATE TABLE direct_sockets (
    connection TEXT PRIMARY KEY,
    conversation TEXT NOT NULL,
    sid TEXT NOT NULL,
    tab TEXT NOT NULL,
    rev INTEGER NOT NULL,
    facts TEXT NOT NULL DEFAULT '',
    end_code INTEGER
  ) WITHOUT ROWID;
  CREATE TABLE search_behind (conversation TEXT PRIMARY KEY, since INTEGER NOT NULL) WITHOUT ROWID;
  `,
  'CREATE TABLE access_end (id INTEGER PRIMARY KEY, at INTEGER NOT NULL)',
  // A booking by an earlier version has one language alone.
  `
  ALTER TABLE seat ADD COLUMN queue TEXT;
  ALTER TABLE bookings ADD COLUMN languages TEXT;
  CREATE TABLE talk_languages (id INTEGER PRIMARY KEY CHECK (id = 1), languages TEXT NOT NULL);
  `,
  'CREATE TABLE attendance (id INTEGER PRIMARY KEY CHECK (id = 1), queue TEXT, due_at INTEGER NOT NULL)',
  'CREATE TABLE wait_alert (id INTEGER PRIMARY KEY CHECK (id = 1), queue TEXT NOT NULL, until INTEGER NOT NULL)',
]
