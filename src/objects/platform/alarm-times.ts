import { keysOf } from '#shared/records.ts'

/** The times that an object has scheduled: at most one per name. */
export type AlarmTimes<Name extends string> = {
  /** An earlier time of the same name stays, unless its handler is running. */
  put(name: Name, at: number): void
  /** Sets a time, replacing any other of the same name. */
  move(name: Name, at: number): void
  /**
   * Returns the names that are due, earliest first. The earliest one always is, because the runtime's alarm was set for it.
   */
  due(now: number): Name[]
  start(name: Name): void
  /** Removes the time of a finished handler, unless a new one was set in the meantime. */
  finish(name: Name): void
  remove(name: Name): void
  earliest(): number | null
  clear(): void
}

/** `started`: its handler is running, or was when the object restarted. */
type AlarmTime = { at: number; started: 0 | 1 }

/**
 * Times in table `alarms`. A row is deleted after its handler has ended, so an object that restarts in between runs it again. The
 * rows are cached, because most calls change none. `storedNames`: the stored names of alarms renamed since.
 */
export function alarmTable<Name extends string>(
  sql: SqlStorage,
  storedNames: { readonly [N in Name]?: string } = {},
): AlarmTimes<Name> {
  const toStored = (name: Name): string => storedNames[name] ?? name
  const names = new Map(keysOf(storedNames).map((name) => [storedNames[name], name]))
  let known: Map<string, AlarmTime> | null = null
  const times = () => (known ??= readTimes(sql))
  const write = (name: Name, time: AlarmTime) => {
    sql.exec('INSERT OR REPLACE INTO alarms (name, at, started) VALUES (?, ?, ?)', toStored(name), time.at, time.started)
    times().set(toStored(name), time)
  }
  const remove = (name: Name) => {
    if (!times().has(toStored(name))) return
    sql.exec('DELETE FROM alarms WHERE name = ?', toStored(name))
    times().delete(toStored(name))
  }
  return {
    put(name, at) {
      const time = times().get(toStored(name))
      if (!time || time.started === 1 || time.at > at) write(name, { at, started: 0 })
    },
    move: (name, at) => write(name, { at, started: 0 }),
    due(now) {
      known = null
      return sql
        .exec<{ name: Name }>('SELECT name FROM alarms WHERE at <= max(?, (SELECT MIN(at) FROM alarms)) ORDER BY at', now)
        .toArray()
        .map(({ name }) => names.get(name) ?? name)
    },
    start(name) {
      const time = times().get(toStored(name))
      if (time) write(name, { ...time, started: 1 })
    },
    finish(name) {
      if (times().get(toStored(name))?.started === 1) remove(name)
    },
    remove,
    earliest: () => (times().size === 0 ? null : Math.min(...[...times().values()].map(({ at }) => at))),
    clear() {
      known = new Map()
      sql.exec('DELETE FROM alarms')
    },
  }
}

function readTimes(sql: SqlStorage): Map<string, AlarmTime> {
  const rows = sql.exec<AlarmTime & { name: string }>('SELECT name, at, started FROM alarms').toArray()
  return new Map(rows.map(({ name, ...time }) => [name, time]))
}

/**
 * One alarm without a table: only the runtime's own alarm is written, which survives a restart. Afterwards its time is unknown
 * here, so its handler must find out what is due.
 */
export function singleAlarm<Name extends string>(name: Name): AlarmTimes<Name> {
  let time: number | null = null
  let isRunning = false
  const clear = () => {
    time = null
    isRunning = false
  }
  return {
    put: (_, at) => {
      if (time !== null && !isRunning && time <= at) return
      time = at
      isRunning = false
    },
    move: (_, at) => {
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
    remove: clear,
    clear,
  }
}
