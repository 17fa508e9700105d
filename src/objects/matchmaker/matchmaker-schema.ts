/**
 * A matchmaker's own SQLite. `waiting`: one row per waiting member; `seen_at`: when the member's hub last reported them present.
 * `pairings`: two chosen members, under the id of their encounter; until both have said yes, their rows are reserved for it. A
 * pairing is written before either hub is called. `waits`: waiting times of those who found a partner. `language`: of their talk;
 * null in rows of objects that had only one. `topics`: that both have chosen, as JSON. `met`: of which genders and age the
 * partner was and looked for, as JSON.  * `attendees`: one row per member and booked slot, which their hub repeats; `seen_at`:
 * when it last did. `wait_alerts`: who is notified when someone begins to wait, in the order of their requests.
 */
export const matchmakerSchema: readonly string[] = [
  `
  CREATE TABLE waiting (
    ticket TEXT PRIMARY KEY,
    member TEXT NOT NULL UNIQUE,
    entry TEXT NOT NULL,
    seen_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE pairings (
    id TEXT PRIMARY KEY,
    state TEXT NOT NULL,
    one TEXT NOT NULL,
    other TEXT NOT NULL,
    repeats INTEGER NOT NULL DEFAULT 0,
    at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE waits (ended_at INTEGER NOT NULL, waited_ms INTEGER NOT NULL);
  CREATE INDEX waits_ended ON waits (ended_at);
  CREATE TABLE alarms (name TEXT PRIMARY KEY, at INTEGER NOT NULL, started INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
  `,
  `
  ALTER TABLE pairings ADD COLUMN language TEXT;
  ALTER TABLE waits ADD COLUMN language TEXT;
  `,
  'ALTER TABLE pairings ADD COLUMN topics TEXT',
  'ALTER TABLE waits ADD COLUMN met TEXT',
  `
  CREATE TABLE attendees (
    slot INTEGER NOT NULL,
    member TEXT NOT NULL,
    languages TEXT NOT NULL,
    criteria TEXT NOT NULL,
    seen_at INTEGER NOT NULL,
    PRIMARY KEY (slot, member)
  ) WITHOUT ROWID;
  CREATE INDEX attendees_member ON attendees (member);
  `,
  'CREATE TABLE wait_alerts (id INTEGER PRIMARY KEY, member TEXT NOT NULL UNIQUE, languages TEXT NOT NULL, criteria TEXT NOT NULL, until INTEGER NOT NULL)',
]
