import { lt } from 'drizzle-orm'
import { openDatabase } from '#db/database.ts'
import { counters, passes, registrations, sessions } from '#db/schema.ts'
import type { Env } from './http/env.ts'

/** Cron: removes what has expired (docs/data.md, 'retention'). Safe to run at any time and more than once. */
export async function sweep(env: Pick<Env, 'DB'>, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  await db.batch([
    db.delete(registrations).where(lt(registrations.expiresAt, now)),
    db.delete(sessions).where(lt(sessions.expiresAt, now)),
    db.delete(counters).where(lt(counters.expiresAt, now)),
    db.delete(passes).where(lt(passes.expiresAt, now)),
  ])
}
