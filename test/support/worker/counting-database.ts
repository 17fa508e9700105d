import { watchedDatabase } from './watched-database.ts'

/** The real database with counters of calls (a batch is one, whatever its size) and statements. */
export function countingDatabase(): { db: D1Database; count: () => number; statements: () => number } {
  let [asked, statements] = [0, 0]
  const db = watchedDatabase((call, size) => {
    asked += 1
    statements += size
    return call()
  })
  return { db, count: () => asked, statements: () => statements }
}
