import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import {
  auditLog,
  counters,
  failedEmails,
  members,
  paymentDifferences,
  restrictions,
  secondFactors,
  switches,
} from '#db/schema.ts'
import { opsActions, postPreviewActions } from '#features/ops/contract.ts'
import { mayAct } from '#server/auth/staff-acts.ts'
import { attemptLimits } from '#server/limits/attempts.ts'
import { keysOf } from '#shared/records.ts'
import { addressOf } from '#shared/routing/address-of.ts'
import { storeMessage } from '#test/support/worker/contact.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { createPhoto } from '#test/support/worker/photos.ts'
import { writePost } from '#test/support/worker/posts.ts'
import { newId } from '#test/support/worker/realtime-client.ts'
import { fileReport } from '#test/support/worker/reports.ts'
import { attempts } from '#test/support/worker/ops-acts.ts'
import { createModerator, type Colleague } from '#test/support/worker/staff.ts'
import { order, seedContent } from '#test/support/worker/store.ts'
import { age, createCandidate, sendNew } from '#test/support/worker/verification.ts'

vi.setConfig({ testTimeout: 120_000 })
beforeAll(seedContent)

const actions = { ...opsActions, ...postPreviewActions }
type ReadName = keyof typeof actions

/** Pages that show nobody's data, and why a look at them leaves no entry. */
const withoutPeople: Partial<Record<ReadName, string>> = {
  showSearch: 'an empty form',
  showPasskeys: 'one’s own',
  showMessages: 'topics and times, neither who wrote nor what',
  showSecurity: 'counts by day',
  showMail: 'kinds and codes, no address',
  showDeletions: 'counts and steps, no ids',
  showPromos: 'codes and counts',
  showRedirects: 'paths',
  showPosts: 'our own texts',
  showPost: 'our own texts',
  showPostText: 'our own texts',
  showStored: 'our own texts',
}

const reads = keysOf(actions).filter((name) => actions[name].method === 'GET' && !(name in withoutPeople))
/** Where to look, and whose data the entry then names. */
type Look = { path: string; names: string }

/** Names that stand on no page by chance. */
const [memberName, colleagueName] = ['Wilhelmina', 'Zdenka']

async function createNamedOperator(): Promise<Colleague> {
  const colleague = await createModerator('operator')
  await db.update(members).set({ firstName: colleagueName }).where(eq(members.id, colleague.id))
  return colleague
}

/** A difference of payments that somebody has closed. */
async function closeDifference(closedBy: string): Promise<void> {
  const money = { kind: 'refund', currency: 'GBP', ours: 0, theirs: 3 } as const
  const row = { id: newId(), orderId: newId(), sessionId: newId(), ...money, foundAt: Date.now(), seenAt: 1 }
  await db.insert(paymentDifferences).values({ ...row, closedAt: 2, closedBy, note: 'As agreed.' })
}

async function turnSwitch(colleague: Colleague): Promise<void> {
  await db.delete(switches)
  await colleague.submit(addressOf(opsActions.turnSwitch, { name: 'photos' }), { to: 'off', reason: 'Somebody floods us' })
  await db.delete(switches)
}

const looks: Partial<Record<ReadName, () => Promise<Look>>> = {
  async showHome() {
    const { id } = await createMember({ member: { role: 'moderator' } })
    await db.insert(secondFactors).values({ memberId: id, sealedSecret: 'x', recoveryHashes: [], confirmedAt: 5 })
    return { path: opsActions.showHome.path, names: id }
  },
  async showPayments() {
    const { id } = await createNamedOperator()
    await closeDifference(id)
    return { path: opsActions.showPayments.path, names: id }
  },
  async showSwitches() {
    const colleague = await createNamedOperator()
    await turnSwitch(colleague)
    return { path: opsActions.showSwitches.path, names: colleague.id }
  },
  async showPhotos() {
    const { id } = await createPhoto(await createMember(), { state: 'pending', createdAt: 1 })
    return { path: opsActions.showPhotos.path, names: id }
  },
  async showReports() {
    return { path: opsActions.showReports.path, names: await fileReport(await createMember(), await createMember()) }
  },
  async showReport() {
    const id = await fileReport(await createMember(), await createMember())
    return { path: addressOf(opsActions.showReport, { id }), names: id }
  },
  async showVerifications() {
    const id = await sendNew((await createCandidate()).member)
    await age(id, 1000)
    return { path: opsActions.showVerifications.path, names: id }
  },
  async showVerificationPicture() {
    const id = await sendNew((await createCandidate()).member)
    return { path: addressOf(opsActions.showVerificationPicture, { id }), names: id }
  },
  async showReportPhoto() {
    const id = await fileReport(await createMember(), await createMember())
    return { path: addressOf(opsActions.showReportPhoto, { id, seq: '1' }), names: id }
  },
  async showReportPicture() {
    const id = await fileReport(await createMember(), await createMember())
    return { path: addressOf(opsActions.showReportPicture, { id, position: '0' }), names: id }
  },
  async showMember() {
    const { id } = await createMember()
    return { path: addressOf(opsActions.showMember, { id }), names: id }
  },
  async showAppeals() {
    const [{ id: memberId }, id] = [await createMember({ member: { state: 'restricted' } }), newId()]
    const row = {
      id,
      memberId,
      rule: 'scam',
      facts: 'On Monday.',
      decidedBy: 'person',
      createdAt: 1,
      formerState: 'complete',
    } as const
    await db.insert(restrictions).values({ ...row, appealText: 'It was not me.', appealedAt: 1 })
    return { path: opsActions.showAppeals.path, names: id }
  },
  async showMessage() {
    const { id } = await storeMessage()
    return { path: addressOf(opsActions.showMessage, { id }), names: id }
  },
  async showAudit() {
    return { path: opsActions.showAudit.path, names: opsActions.showAudit.path }
  },
  async showOrders() {
    const { orderId } = await order(await createMember(), { 'boost-5': 1 })
    return { path: `${opsActions.showOrders.path}?find=${orderId}`, names: orderId }
  },
  async showOrder() {
    const { orderId } = await order(await createMember(), { 'boost-5': 1 })
    return { path: addressOf(opsActions.showOrder, { id: orderId }), names: orderId }
  },
}

const entriesOf = async (actorId: string) => db.select().from(auditLog).where(eq(auditLog.actorId, actorId))

it.each(reads)('%s leaves an entry that says whose data was seen', async (name) => {
  const operator = await createModerator('operator')
  const look = looks[name]
  if (!look) throw new Error(`nothing looks at ${name}: add it here, or say why it shows nobody`)
  const { path, names } = await look()
  const before = (await entriesOf(operator.id)).length
  await operator.get(path)
  const [entry, ...others] = (await entriesOf(operator.id)).slice(before)
  expect(others).toEqual([])
  expect(`${entry?.subjectId} ${JSON.stringify(entry?.detail)}`).toContain(names)
})

const addressFor = ({ id }: { id: string }) => `${id}@example.test`

it('a search is noted, whether it finds somebody or not, and a miss without the address', async () => {
  const [moderator, member] = [await createModerator(), await createMember()]
  const absent = `${newId().toLowerCase()}@example.test`
  const search = (email: string) => moderator.submit(opsActions.search.path, { email })
  expect((await search(addressFor(member))).status).toBe(303)
  for (const _ of [1, 2]) expect((await search(absent)).status).toBe(422)
  expect((await search('other@example.test')).status).toBe(422)
  const entries = (await entriesOf(moderator.id)).toSorted((a, b) => a.at - b.at)
  expect(entries.map(({ action, subjectKind }) => [action, subjectKind])).toEqual([
    ['member.found', 'member'],
    ['member.not-found', 'address'],
    ['member.not-found', 'address'],
    ['member.not-found', 'address'],
  ])
  const [found, one, again, other] = entries.map(({ subjectId }) => subjectId)
  expect([found, one === again, one === other]).toEqual([member.id, true, false])
  expect(one).toMatch(/^[\w-]{22}$/)
  expect(JSON.stringify(entries)).not.toContain('@')
  expect(JSON.stringify(entries)).not.toContain(absent.split('@')[0])
})

it('somebody who searches too often is refused, and nothing is looked up', async () => {
  const [moderator, other, member] = [await createModerator(), await createModerator(), await createMember()]
  const { limit, windowMs } = attemptLimits.memberSearches
  const full = { key: `member-search:${moderator.id}`, count: limit, expiresAt: Date.now() + windowMs }
  await db.insert(counters).values(full)
  const before = await entriesOf(moderator.id)
  expect((await moderator.submit(opsActions.search.path, { email: addressFor(member) })).status).toBe(429)
  expect(await entriesOf(moderator.id)).toEqual(before)
  expect((await other.submit(opsActions.search.path, { email: addressFor(member) })).status).toBe(303)
})

it('a look by the member’s id is noted each time, and one at nobody is not', async () => {
  const [moderator, { id }] = [await createModerator(), await createMember()]
  const path = addressOf(opsActions.showMember, { id })
  for (const _ of [1, 2]) expect((await moderator.get(path)).status).toBe(200)
  await moderator.get(addressOf(opsActions.showMember, { id: newId() }))
  expect((await entriesOf(moderator.id)).map(({ action, subjectId }) => [action, subjectId])).toEqual([
    ['member.viewed', id],
    ['member.viewed', id],
  ])
})

it('a look at what only the reader has done is not noted', async () => {
  const operator = await createNamedOperator()
  await db.delete(paymentDifferences)
  await closeDifference(operator.id)
  await turnSwitch(operator)
  const before = await entriesOf(operator.id)
  for (const page of [opsActions.showPayments, opsActions.showSwitches]) {
    expect(await (await operator.get(page.path)).text()).toContain(colleagueName)
  }
  expect(await entriesOf(operator.id)).toEqual(before)
})

describe('a page without people', () => {
  const slug = 'walk-without-people'

  /** Colleagues and members have done all that the pages tell of. */
  beforeAll(async () => {
    const colleague = await createNamedOperator()
    const member = await createMember({ member: { firstName: memberName } })
    for (const act of keysOf(attempts)) {
      const attempt = await attempts[act]?.(member)
      if (attempt && mayAct(act, 'operator', 'site')) await colleague.submit(attempt.path, attempt.fields)
    }
    await db.delete(switches)
    const failed = { id: newId(), kind: 'sign-in', sealed: 'x', code: 'E', attempts: 1 } as const
    await db.insert(failedEmails).values({ ...failed, askedAt: 1, failedAt: 2, usefulUntil: Date.now() + 60_000 })
    await writePost({ slug, publishedAt: 1, texts: { en: 'A walk' } })
  }, 60_000)

  it.each(keysOf(withoutPeople))('%s leaves no entry and names nobody', async (name) => {
    const reader = await createModerator('operator')
    const before = await entriesOf(reader.id)
    const response = await reader.get(addressOf(actions[name], { slug, locale: 'en' }))
    expect(response.status).toBe(200)
    const page = await response.text()
    for (const { id, email } of await db.select().from(members)) {
      if (id !== reader.id) expect([id, email].filter((text) => page.includes(text))).toEqual([])
    }
    for (const text of [memberName, colleagueName]) expect(page).not.toContain(text)
    expect(await entriesOf(reader.id)).toEqual(before)
  })
})
