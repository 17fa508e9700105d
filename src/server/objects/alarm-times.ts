import { keysOf } from '#shared/records.ts'

/** The times that an object has scheduled: at most one per name. */
export type AlarmTimes<Name extends string> = {
  /** An earlier time of the same name stays, unless its handler is running. */
  put(name: Name, at: number): void
  /**
   * Returns the names that are due, earliest first. The earliest one always is, because the runtime's alarm was set for it.
   */
  due(now: number): Name[]
  start(name: Name): void
  /** Removes the time of a handler that has ended, unless another one was put meanwhile. */
  finish(name: Name): void
  earliest(): number | null
  clear(): void
}

/**
 * Times in table `alarms`. A row goes after its handler has ended, so an object that restarts in between runs it again.
 * `storedNames`: the stored names of alarms that were renamed since.
 */
export function alarmTable<Name extends string>(
  sql: SqlStorage,
  storedNames: { readonly [N in Name]?: string } = {},
): AlarmTimes<Name> {
  const toStored = (name: Name): string => storedNames[name] ?? name
  const names = new Map(keysOf(storedNames).map((name) => [storedNames[name], name]))
  return {
    put: (name, at) =>
      void sql.exec(
        `INSERT INTO alarms (name, at) VALUES (?1, ?2)
         ON CONFLICT (name) DO UPDATE SET at = ?2, started = 0 WHERE started = 1 OR at > ?2`,
        toStored(name),
        at,
      ),
    due: (now) =>
      sql
        .exec<{ name: Name }>('SELECT name FROM alarms WHERE at <= max(?, (SELECT MIN(at) FROM alarms)) ORDER BY at', now)
        .toArray()
        .map(({ name }) => names.get(name) ?? name),
    start: (name) => void sql.exec('UPDATE alarms SET started = 1 WHERE name = ?', toStored(name)),
    finish: (name) => void sql.exec('DELETE FROM alarms WHERE name = ? AND started = 1', toStored(name)),
    earliest: () => sql.exec<{ at: number | null }>('SELECT MIN(at) AS at FROM alarms').one().at,
    clear: () => void sql.exec('DELETE FROM alarms'),
  }
}

/**
 * One alarm without a table: only the runtime's own alarm is written, which survives a restart. Its time is then unknown
 * here, so its handler must find out by itself what is due.
 */
export function singleAlarm<Name extends string>(name: Name): AlarmTimes<Name> {
  let time: number | null = null
  let isRunning = false
  return {
    put: (_, at) => {
      if (time !== null && !isRunning && time <= at) return
      time = at
      isRunning = false
    },
    due: () => [name],
    start: () => void (isRunning = true),
    finish: () => {
      if (isRunning) time = null
      isRunning = false
    },
    earliest: () => time,
    clear: () => {
      time = null
      isRunning = false
    },
  }
}
