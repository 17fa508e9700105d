import { getTableColumns, is, sql, type Column } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as schema from '#db/schema.ts'
import { d1Tables } from '#features/personal-data/server/d1-tables.ts'
import { isGiven, type TableDecision } from '#features/personal-data/server/decision.ts'
import { createMember, db, type TestMember } from './members.ts'
import { newId } from './realtime-client.ts'

export type Row = Record<string, unknown>

/** Every table of D1 that the register gives, by its name in src/db/schema.ts. */
export const givenTables = Object.entries(schema).flatMap(([name, table]): [string, SQLiteTable, TableDecision][] => {
  const decision = (d1Tables as Readonly<Record<string, TableDecision>>)[name]
  return is(table, SQLiteTable) && decision && isGiven(decision.export) ? [[name, table, decision]] : []
})

/** Tables of which every member of the tests has a row. */
const existing = ['members', 'profiles', 'sessions', 'consents']

/** Some value for a column: every one is set, so that a missing one shows. */
function valueFor(column: Column, now: number): unknown {
  if (column.dataType === 'json') return ['x']
  if (column.dataType === 'boolean') return true
  if (column.dataType === 'number') return column.name.endsWith('_at') || column.name === 'at' ? now : 1
  return newId()
}

/** Writes a row into every table that the register gives, all of them the member's; returns those rows. */
export async function fillTables(member: TestMember, other: TestMember): Promise<Map<string, Row>> {
  const now = Date.now()
  const [order, product, passkey, blocked] = [newId(), newId(), newId(), await createMember()]
  const [lowId, highId] = [member.id, other.id].toSorted()
  await db.insert(schema.products).values({ id: product, kind: 'boost', units: 1, position: 1, onSale: true })
  // An operator's passkey belongs to their second factor.
  await db.insert(schema.secondFactors).values({ memberId: member.id, sealedSecret: newId(), recoveryHashes: [] })
  const fixed: Record<string, Row> = {
    likes: { fromId: member.id, toId: other.id, withdrawnAt: null },
    passes: { fromId: member.id, toId: other.id, expiresAt: now + 1e9 },
    chatRequests: { fromId: member.id, toId: other.id, state: 'waiting' },
    pairs: { lowId, highId, unmatchedAt: null },
    blocks: { blockerId: member.id, blockedId: blocked.id, metIn: null },
    visits: { visitorId: member.id, visitedId: other.id },
    favourites: { ownerId: member.id, memberId: other.id },
    gifts: { fromId: member.id, toId: other.id, kind: 'gift-rose' },
    reports: { reporterId: member.id, reportedId: other.id, source: 'profile' },
    restrictions: { actorId: null, appealActorId: null, liftedAt: now, hidesAt: null },
    photos: { decidedBy: null, state: 'approved' },
    verifications: { decidedBy: null, state: 'approved' },
    passkeys: { id: passkey },
    factorPasskeys: { passkeyId: passkey, acceptedBy: null },
    contactMessages: { decidedBy: null },
    orders: { id: order },
    carts: { currency: 'GBP' },
    pushSubscriptions: { sessionId: member.sid },
  }
  const written = new Map<string, Row>()
  // References first.
  const sorted = givenTables.toSorted(([one], [two]) => rank(one) - rank(two))
  for (const [name, table] of sorted) {
    if (existing.includes(name)) continue
    const columns: Record<string, Column> = getTableColumns(table)
    const known: Row = { memberId: member.id, orderId: order, productId: product, ...fixed[name] }
    const row = Object.fromEntries(
      Object.entries(columns).map(([key, column]) => [key, key in known ? known[key] : valueFor(column, now)]),
    )
    const names = sql.join(Object.values(columns).map((column) => sql.identifier(column.name)), sql`, `) // prettier-ignore
    const values = sql.join(
      Object.entries(columns).map(([key, column]) => sql`${row[key] === null ? null : column.mapToDriverValue(row[key])}`),
      sql`, `,
    )
    await db.run(sql`insert into ${table} (${names}) values (${values})`)
    written.set(name, row)
  }
  return written
}

const rank = (name: string) => (['orders', 'carts', 'passkeys'].includes(name) ? 0 : 1)
