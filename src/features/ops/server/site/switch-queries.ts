import { and, eq, inArray, sql } from 'drizzle-orm'
import { raiseRevisionStatement } from '#db/content-revision.ts'
import type { Database } from '#db/database.ts'
import { auditLog, members, switches } from '#db/schema.ts'
import { auditStatement, colleaguesLookStatement, type PageReader } from '#features/audit/server/public.ts'
import { mayActSql } from '#server/auth/may-act.ts'
import { switchNames, type SwitchName } from '#shared/routing/switches.ts'

/** `offSince`: null while it is on. `last`: the newest change, with its reason. */
export type SwitchState = {
  name: SwitchName
  offSince: number | null
  last: { at: number; who: string; reason: string } | null
}

const kind = 'switch'
/**
 * For a batch: the newest change of each switch; the whole history is in the audit log. SQLite returns the row of the maximum.
 */
function lastChangesStatement(db: Database) {
  return db
    .select({
      name: auditLog.subjectId,
      at: sql<number>`max(${auditLog.at})`.as('changed_at'),
      actorId: auditLog.actorId,
      who: sql<string>`coalesce(${members.firstName}, ${auditLog.actorId})`.as('who'),
      detail: auditLog.detail,
    })
    .from(auditLog)
    .leftJoin(members, eq(members.id, auditLog.actorId))
    .where(and(eq(auditLog.subjectKind, kind), inArray(auditLog.subjectId, [...switchNames])))
    .groupBy(auditLog.subjectId)
}

/** Reads the switches and who changed them last, with the audit entry for viewing them in the same batch. */
export async function readSwitches(db: Database, reader: PageReader, now: number): Promise<SwitchState[]> {
  const turners = sql`select actor_id as id from ${lastChangesStatement(db)}`
  const [, off, changes] = await db.batch([
    colleaguesLookStatement(db, reader, turners, now),
    db.select().from(switches),
    lastChangesStatement(db),
  ])
  return switchNames.map((name) => {
    const last = changes.find((change) => change.name === name)
    return {
      name,
      offSince: off.find((row) => row.name === name)?.offSince ?? null,
      last: last ? { at: last.at, who: last.who, reason: String(last.detail['reason'] ?? '') } : null,
    }
  })
}

type Change = { name: SwitchName; isOff: boolean; reason: string; actorId: string }

/** Switches a part off or on, with its audit entry; false if it already is. */
export async function setSwitch(db: Database, { name, isOff, reason, actorId }: Change, now: number): Promise<boolean> {
  const isOffNow = sql`exists (select 1 from ${switches} where name = ${name})`
  const when = sql`${isOff ? sql`not ${isOffNow}` : isOffNow} and ${mayActSql('turnSwitch', actorId)}`
  const action = isOff ? 'switch.off' : 'switch.on'
  const entry = { actorId, action, subjectKind: kind, subjectId: name, detail: { reason } } as const
  const [entries] = await db.batch([
    auditStatement(db, entry, now, when),
    raiseRevisionStatement(db, when),
    isOff
      ? db.all(sql`insert into ${switches} (name, off_since) select ${name}, ${now} where ${when}`)
      : db.delete(switches).where(and(eq(switches.name, name), when)),
  ])
  return entries.length > 0
}
