import type { SQLInputValue } from 'node:sqlite'
import type { Instance } from './instance.ts'
import type { Row } from './object-storage.ts'
import type { ServerSocket } from './socket.ts'

/** What the runtime hands to an object's constructor: as much of it as the product uses. */
export function contextOf(instance: Instance) {
  const { name, storage, sockets, skewMs } = instance
  return {
    id: { name },
    storage: {
      sql: { exec: (sql: string, ...params: SQLInputValue[]) => cursorOf(storage.exec(sql, params)) },
      kv: {
        get: (key: string) => storage.get(key),
        put: (key: string, value: unknown) => storage.put(key, value),
        delete: (key: string) => storage.put(key, undefined),
      },
      transactionSync: <Result>(run: () => Result) => storage.transactionSync(run),
      setAlarm: async (at: number) => void (storage.alarmAt = at),
      getAlarm: async () => storage.alarmAt,
      deleteAlarm: async () => void (storage.alarmAt = null),
      deleteAll: async () => storage.deleteAll(),
    },
    waitUntil: (work: Promise<unknown>) => void work.catch(() => {}),
    acceptWebSocket: (socket: ServerSocket) => void sockets.add(socket),
    getWebSockets: () => [...sockets].filter(({ readyState }) => readyState === 1),
    setWebSocketAutoResponse: () => {},
    getWebSocketAutoResponseTimestamp: ({ lastPingAt }: ServerSocket) =>
      lastPingAt === null ? null : new Date(lastPingAt + skewMs),
  }
}

function cursorOf({ rows, rowsWritten }: { rows: Row[]; rowsWritten: number }) {
  return {
    toArray: () => rows,
    one: () => {
      const [row] = rows
      if (!row || rows.length > 1) throw new Error('Expected exactly one row')
      return row
    },
    [Symbol.iterator]: () => rows[Symbol.iterator](),
    rowsWritten,
  }
}
