import { env } from 'cloudflare:test'
import { eq, getTableName, is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { beforeAll, describe, expect, it } from 'vitest'
import * as schema from '#db/schema.ts'
import { purgeAccounts } from '#worker/purge/purge-accounts.ts'
import { dumpStores, placesOf } from '#test/support/worker/dump.ts'
import { liveFully } from '#test/support/worker/full-life.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { dayMs, deleteAccount, purgeAll } from '#test/support/worker/purge.ts'
import { seedContent } from '#test/support/worker/store.ts'

/** What the retention table keeps (docs/data.md), without a name: the id, or the facts that the law requires. */
const keptIds = {
  'd1 audit_log.subject_id': 'the record of what was done, by ids',
  'd1 consents.subject_id': 'proof of consent, three years after the account',
  'd1 past_restrictions.member_id': 'statements of reasons, three years after they ended',
  'd1 reports.reporter_id': 'reports, until a year after their decision',
}
/** Tables whose texts stay: orders with their receipts, and what belongs to a report or a statement of reasons. */
const keptTexts = [
  'order_lines',
  'order_news',
  'orders',
  'past_restrictions',
  'payments',
  'promo_uses',
  'provider_events',
  'refunds',
  'report_evidence',
  'reports',
]
/** Tables of D1 in which a full life leaves nothing that a purge could miss, and why. */
const ofSite = "the site's own"
const untouched: Record<string, string> = {
  areas: ofSite,
  blog_posts: ofSite,
  blog_translations: ofSite,
  cities: ofSite,
  city_figures: ofSite,
  content_revision: ofSite,
  day_figures: ofSite,
  job_failures: ofSite,
  legal_versions: ofSite,
  prices: ofSite,
  products: ofSite,
  promo_codes: ofSite,
  reconciliations: ofSite,
  redirects: ofSite,
  restores: ofSite,
  security_events: ofSite,
  switches: ofSite,
  audit_log: 'written by staff; ids alone stay',
  banned_addresses: 'written by the purge',
  counters: 'keys of hashes or ids, which expire within a week, and a purge begins after thirty days',
  deletion_reasons: 'numbers alone',
  deletions: 'written by the deletion, and deleted by the last step',
  export_parts: 'names and checksums of objects, which go with the export',
  failed_emails: 'encrypted, and deleted after a week',
  past_restrictions: 'written by the purge',
  payment_differences: 'names the order alone',
  sandbox_payments: 'names the order alone, locally',
}

const tables = Object.values(schema).flatMap((table) => (is(table, SQLiteTable) ? [table] : []))
const tableOf = (place: string) => place.replace(/^d1 (\w+)\..*$/, '$1')

describe('a purge', () => {
  beforeAll(seedContent)

  it('leaves nothing of a member who used everything, in any store, but what the retention table keeps', async () => {
    const { member, canary } = await liveFully()
    const before = await dumpStores()
    expect(placesOf(before, canary)).toEqual(
      expect.arrayContaining(['area candidates', 'conversation messages', 'hub search_texts', 'r2 PHOTOS']),
    )
    await deleteAccount(member.id, 30 * dayMs)
    await purgeAll(Date.now())
    const after = await dumpStores()
    expect(placesOf(after, member.id)).toEqual(Object.keys(keptIds))
    expect(
      placesOf(after, canary)
        .map(tableOf)
        .filter((table) => !keptTexts.includes(table)),
    ).toEqual([])
    expect(after.filter(({ from }) => from === 'r2 PHOTOS')).toEqual([])
  })

  it('is proved for every table of D1: a new one belongs to a full life, or gets its reason here', async () => {
    const { member, canary } = await liveFully()
    const rows = await dumpStores()
    const lived = new Set([...placesOf(rows, member.id), ...placesOf(rows, canary)].map(tableOf))
    const missing = tables.map((table) => getTableName(table)).filter((table) => !lived.has(table))
    expect(missing.toSorted()).toEqual(Object.keys(untouched).toSorted())
  })

  it('knows every column that refers to a member: it is deleted or emptied with the row', () => {
    const references = tables.flatMap((table) =>
      getTableConfig(table).foreignKeys.flatMap((key) =>
        key.reference().foreignTable === schema.members ? [`${getTableName(table)} ${key.onDelete}`] : [],
      ),
    )
    expect(references.filter((reference) => !/ (cascade|set null)$/.test(reference))).toEqual([])
  })

  it('begins on the thirtieth day, and not before', async () => {
    const { id } = await createMember()
    await deleteAccount(id)
    const isThere = async () => (await db.select().from(schema.members).where(eq(schema.members.id, id))).length === 1
    await purgeAccounts(env, Date.now() + 30 * dayMs - 60_000)
    expect(await isThere()).toBe(true)
    await purgeAccounts(env, Date.now() + 30 * dayMs + 1)
    expect(await isThere()).toBe(false)
  })

  it('waits for the decision about an appeal against an operator’s deletion, but not for ever', async () => {
    const { id } = await createMember()
    await deleteAccount(id, 31 * dayMs)
    await db.update(schema.deletions).set({ by: 'operator' }).where(eq(schema.deletions.memberId, id))
    await db.insert(schema.restrictions).values({
      id: `r-${id}`,
      memberId: id,
      rule: 'scam',
      facts: 'You asked for money.',
      decidedBy: 'person',
      createdAt: 1,
      formerState: 'complete',
      appealText: 'I did not.',
      appealedAt: Date.now(),
    })
    const isThere = async () => (await db.select().from(schema.members).where(eq(schema.members.id, id))).length === 1
    await purgeAll(Date.now())
    expect(await isThere()).toBe(true)
    await purgeAll(Date.now() + 30 * dayMs)
    expect(await isThere()).toBe(false)
  })

  it('leaves an account alone that was restored', async () => {
    const { id } = await createMember()
    await deleteAccount(id, 29 * dayMs)
    await db.delete(schema.deletions).where(eq(schema.deletions.memberId, id))
    await purgeAll(Date.now() + 10 * dayMs)
    expect(await db.select().from(schema.members).where(eq(schema.members.id, id))).toHaveLength(1)
  })
})
