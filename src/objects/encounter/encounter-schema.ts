/**
 * An encounter's own tables, beside those of its conversation, which contain aliases only. Only `participants` identifies the
 * two: `alias` is the id that the other one knows, `seed` determines name and portrait, `ticket` is the wait that ended here.
 * `version` counts the changes that hubs are notified of, `hub_version` is the newest one that this hub has, and `has_notice`
 * means that it has the notification of the match. `dropped` keeps the answers to messages that left the ring buffer, without
 * their texts, so that a repeat does not add a second message. `barred`: both have said yes and may not meet, which neither of
 * them sees. `language`: of their talk; `topics`: that both had chosen, as JSON.
 */
export const encounterSchema: readonly string[] = [
  `
  CREATE TABLE encounter (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    kind TEXT NOT NULL,
    phase TEXT NOT NULL,
    until INTEGER,
    opened_at INTEGER NOT NULL,
    ended_at INTEGER,
    extended INTEGER NOT NULL,
    conversation TEXT,
    version INTEGER NOT NULL
  );
  CREATE TABLE participants (
    which INTEGER PRIMARY KEY CHECK (which IN (0, 1)),
    member TEXT NOT NULL,
    ticket TEXT NOT NULL,
    alias TEXT NOT NULL,
    seed TEXT NOT NULL,
    accepted INTEGER NOT NULL,
    revealed INTEGER NOT NULL,
    extended INTEGER NOT NULL,
    voted INTEGER,
    has_left INTEGER NOT NULL,
    joined INTEGER NOT NULL,
    away_since INTEGER,
    hub_version INTEGER NOT NULL DEFAULT 0,
    has_notice INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE alarms (name TEXT PRIMARY KEY, at INTEGER NOT NULL, started INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
  CREATE TABLE dropped (
    sender TEXT NOT NULL, cid TEXT NOT NULL, seq INTEGER NOT NULL, sent_at INTEGER NOT NULL, PRIMARY KEY (sender, cid)
  ) WITHOUT ROWID;
  `,
  'ALTER TABLE encounter ADD COLUMN barred INTEGER NOT NULL DEFAULT 0',
  'ALTER TABLE encounter ADD COLUMN language TEXT',
  'ALTER TABLE encounter ADD COLUMN topics TEXT',
]
