/**
 * An area's own SQLite. `candidates`: one row per candidate; `revision`: that of the area in D1 when it was read, `build`: the rebuild
 * that last saw it, `row`: `AreaRow` as JSON, whose activity is older than `active_at`. `builds`: the one rebuild that runs or ran last;
 * `cursor_*`: where it goes on; `done`: 1 at its end; `ready`: 1 from the end of the first one. `removed`: the latest revision with which
 * a candidate was removed.
 */
export const areaSchema: readonly string[] = [
  `
  CREATE TABLE candidates (
    id TEXT PRIMARY KEY,
    revision INTEGER NOT NULL,
    build INTEGER NOT NULL,
    active_at INTEGER NOT NULL,
    row TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE builds (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    number INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    cursor_at INTEGER NOT NULL,
    cursor_id TEXT NOT NULL,
    done INTEGER NOT NULL,
    ready INTEGER NOT NULL,
    removed INTEGER NOT NULL
  );
  CREATE TABLE alarms (name TEXT PRIMARY KEY, at INTEGER NOT NULL, started INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
  `,
  // Rows now hold languages and whether there are answers: SQL makes the lists until everything has been read again.
  `UPDATE builds SET ready = 0, done = 1;`,
]
