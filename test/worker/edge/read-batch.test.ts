import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readBatch } from '#db/read-batch.ts'
import { members } from '#db/schema.ts'
import { db } from '#test/support/worker/members.ts'

const one = (value: number) => db.select({ value: sql<number>`${value}`.as('value') }).from(sql`(select 1)`)

test('each answer stands under the name that it was asked by, a list in its order, null where nothing was asked', async () => {
  const answers = await readBatch(db, { first: one(1), none: null, list: [one(2), one(3)], empty: [], last: one(4) })
  expect(answers).toEqual({
    first: [{ value: 1 }],
    none: null,
    list: [[{ value: 2 }], [{ value: 3 }]],
    empty: [],
    last: [{ value: 4 }],
  })
})

test('nothing is sent when nothing is asked', async () => {
  const refusing: Pick<typeof db, 'batch'> = { batch: () => Promise.reject(new Error('a batch was sent')) }
  expect(await readBatch(refusing, { none: null, list: [] })).toEqual({ none: null, list: [] })
})

test('a statement that fails fails the whole', async () => {
  await expect(
    readBatch(db, {
      good: one(1),
      bad: db
        .select()
        .from(members)
        .where(sql`no_such_column = 1`),
    }),
  ).rejects.toThrow()
})
