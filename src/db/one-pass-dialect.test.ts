import { readFileSync } from 'node:fs'
import { and, asc, desc, eq, exists, gt, inArray, isNull, like, max, not, or, sql, type SQL } from 'drizzle-orm'
import { alias, sqliteTable, SQLiteAsyncDialect, text } from 'drizzle-orm/sqlite-core'
import { afterEach, expect, test, vi } from 'vitest'
import { openDatabase } from './database.ts'
import { OnePassDialect } from './one-pass-dialect.ts'
import { likes, members, photos, sessions } from './schema.ts'

/** Only builds statements: none of them is sent. */
const db = openDatabase({ prepare: (text: string) => ({ text }) } as Parameters<typeof openDatabase>[0])
const drizzles = new SQLiteAsyncDialect()
const ours = new OnePassDialect()

afterEach(() => void vi.restoreAllMocks())

/** Text and parameters of both; ours must not have been left to drizzle. */
function bothOf(statement: { getSQL(): SQL }) {
  const expected = drizzles.sqlToQuery(statement.getSQL())
  const left = vi.spyOn(SQLiteAsyncDialect.prototype, 'sqlToQuery')
  const written = ours.sqlToQuery(statement.getSQL())
  expect(left, 'left to drizzle').not.toHaveBeenCalled()
  left.mockRestore()
  return { ours: { sql: written.sql, params: written.params }, drizzles: { sql: expected.sql, params: expected.params } }
}

const other = alias(members, 'other')
const names = db.select({ id: members.id, name: members.firstName }).from(members).where(eq(members.state, 'complete'))
const shown = names.as('shown')
const known = db.$with('known').as(names)
const idsJson = JSON.stringify(['a', 'b'])
const values = { id: 'p', memberId: 'm', position: 1, key: 'k', state: 'pending', width: 3, height: 4, createdAt: 5 } as const

const statements: Record<string, { getSQL(): SQL }> = {
  'a select of all columns': db.select().from(members),
  'a select with conditions': db
    .select({ id: members.id, older: sql<boolean>`${members.createdAt} < ${12}`.as('older') })
    .from(members)
    .where(
      and(
        eq(members.id, 'it’s "me"'),
        or(isNull(members.timeZone), gt(members.createdAt, 5)),
        not(like(members.firstName, 'A%')),
      ),
    )
    .orderBy(desc(members.createdAt), asc(members.id))
    .limit(10)
    .offset(20),
  'joins with an alias': db
    .select({ id: members.id, other: other.firstName, photo: photos.key })
    .from(members)
    .innerJoin(other, eq(other.id, members.id))
    .leftJoin(photos, and(eq(photos.memberId, other.id), eq(photos.state, 'approved')))
    .where(
      exists(
        db
          .select({ one: sql`1` })
          .from(sessions)
          .where(eq(sessions.id, members.id)),
      ),
    ),
  'a group with an aggregate': db
    .select({ state: photos.state, latest: max(photos.createdAt), count: sql<number>`count(*)` })
    .from(photos)
    .groupBy(photos.state)
    .having(gt(sql`count(*)`, 2)),
  'a distinct union': db
    .selectDistinct({ id: members.id })
    .from(members)
    .union(db.select({ id: photos.memberId }).from(photos))
    .limit(3),
  'a query in a query': db.select({ name: shown.name }).from(shown).where(eq(shown.id, 'a')),
  'a common table expression': db.with(known).select({ id: known.id, name: known.name }).from(known).orderBy(known.name),
  'a list in json_each': db
    .select()
    .from(photos)
    .where(inArray(photos.key, sql`(select value from json_each(${idsJson}))`)),
  'a list of values, and an empty one': db
    .select()
    .from(photos)
    .where(and(inArray(photos.key, ['a', 'b']), inArray(photos.id, []))),
  'an insert of rows': db.insert(photos).values([values, { ...values, id: 'q', reason: null, decidedAt: 8 }]),
  'an insert with a conflict': db
    .insert(photos)
    .values(values)
    .onConflictDoUpdate({
      target: photos.id,
      set: { key: sql`excluded.key`, reason: 'x' },
      setWhere: eq(photos.state, 'pending'),
    })
    .returning({ id: photos.id }),
  'an insert without a conflict': db
    .insert(photos)
    .values(values)
    .onConflictDoNothing({ target: [photos.id, photos.key] }),
  'an insert of a select': db.insert(likes).select(db.select().from(likes).where(eq(likes.fromId, 'a'))),
  'an update': db
    .update(members)
    .set({ firstName: 'B', timeZone: 'UTC', createdAt: sql`max(${members.createdAt}, ${7})` })
    .where(eq(members.id, 'a'))
    .returning(),
  'a delete': db
    .delete(photos)
    .where(and(eq(photos.id, 'a'), eq(photos.memberId, 'b')))
    .returning({ key: photos.key }),
  'text with all kinds of values': sql`select ${null}, ${true}, ${1.5}, ${'a'}, ${undefined}, ${['a', 2, null]}, ${new Uint8Array([1])}, ${sql.identifier('a"b')}, ${sql.raw('now()')}, ${sql.join([sql`1`, sql`${2}`], sql`, `)}, ${sql.param('x', members.id)}, ${members}, ${members.id}, ${names}, ${sql.empty()}`,
}

test.each(Object.entries(statements))('%s has drizzle’s text and parameters', (_name, statement) => {
  const both = bothOf(statement)
  expect(both.ours).toEqual(both.drizzles)
})

test('what it does not write is left to drizzle as a whole', () => {
  const table = sqliteTable('t', { id: text().primaryKey() })
  const odd = [
    sql`select ${sql.placeholder('id')}`,
    sql`select ${'a'}, ${sql`${'b'}`.inlineParams()}`,
    db
      .select()
      .from(table)
      .where(eq(table.id, sql.placeholder('id')))
      .getSQL(),
  ]
  for (const statement of odd) {
    const { sql: text, params } = ours.sqlToQuery(statement)
    expect({ text, params }).toEqual((({ sql: text, params }) => ({ text, params }))(drizzles.sqlToQuery(statement)))
  }
})

test('a statement of raw text is written once for its batch', () => {
  const write = vi.spyOn(OnePassDialect.prototype, 'sqlToQuery')
  const raw = db.all(sql`select ${1}`)
  expect(raw.getQuery()).toMatchObject({ sql: 'select ?', params: [1] })
  expect(Reflect.get(raw, 'stmt')).toEqual({ text: 'select ?' })
  expect(write).toHaveBeenCalledOnce()
})

test('drizzle is pinned: its parts are no public API', () => {
  const project = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(project.dependencies['drizzle-orm']).toMatch(/^\d+\.\d+\.\d+$/)
})
