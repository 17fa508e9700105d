import { eq } from 'drizzle-orm'
import { beforeAll, expect, it, vi } from 'vitest'
import { auditLog, restrictions } from '#db/schema.ts'
import { opsActions, postPreviewActions } from '#features/ops/contract.ts'
import { keysOf } from '#shared/records.ts'
import { addressOf } from '#shared/routing/address-of.ts'
import { storeMessage } from '#test/support/worker/contact.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { createPhoto } from '#test/support/worker/photos.ts'
import { newId } from '#test/support/worker/realtime-client.ts'
import { fileReport } from '#test/support/worker/reports.ts'
import { createModerator } from '#test/support/worker/staff.ts'
import { order, seedContent } from '#test/support/worker/store.ts'

vi.setConfig({ testTimeout: 120_000 })
beforeAll(seedContent)

/** Pages that show nobody's data, and why a look at them leaves no entry. */
const withoutPeople: Record<string, string> = {
  showHome: 'numbers, and first names of colleagues whose second factor waits',
  showSearch: 'an empty form',
  showMessages: 'topics and times, neither who wrote nor what',
  showSecurity: 'counts by day',
  showMail: 'kinds and codes, no address',
  showPayments: 'amounts and ids of orders; an order that is opened has its entry',
  showPromos: 'codes and counts',
  showRedirects: 'paths',
  showSwitches: 'switches, and colleagues who turned them',
  showPosts: 'our own texts',
  showPost: 'our own texts',
  showPostText: 'our own texts',
  showStored: 'our own texts',
}

const actions = { ...opsActions, ...postPreviewActions }
const reads = keysOf(actions).filter((name) => actions[name].method === 'GET' && !(name in withoutPeople))
/** Where to look, and whose data the entry then names. */
type Look = { path: string; names: string }

const looks: Record<string, () => Promise<Look>> = {
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
  async showReportPhoto() {
    const id = await fileReport(await createMember(), await createMember())
    return { path: addressOf(opsActions.showReportPhoto, { id, seq: '1' }), names: id }
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
