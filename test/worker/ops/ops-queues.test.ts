import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog, contactMessages, failedEmails, paymentDifferences, photos, reports, restrictions } from '#db/schema.ts'
import { countingDatabase } from '#test/support/worker/counting-database.ts'
import { storeMessage } from '#test/support/worker/contact.ts'
import { createMember, db, type TestMember } from '#test/support/worker/members.ts'
import { createPhoto } from '#test/support/worker/photos.ts'
import { newId } from '#test/support/worker/realtime-client.ts'
import { fileReport } from '#test/support/worker/reports.ts'
import { createModerator, type Colleague } from '#test/support/worker/staff.ts'
import { Visitor } from '#test/support/worker/visitor.ts'

const reason = 'The messages are rude, but they break no rule.'
const facts = 'On Monday you asked three members for money.'

/** Nothing waits when a test begins. */
beforeEach(async () => {
  for (const table of [reports, photos, restrictions, contactMessages, failedEmails, paymentDifferences]) await db.delete(table)
})

async function reportAt(createdAt: number, about?: TestMember): Promise<string> {
  const id = await fileReport(await createMember(), about ?? (await createMember()))
  await db.update(reports).set({ createdAt }).where(eq(reports.id, id))
  return id
}

async function photoAt(createdAt: number): Promise<string> {
  return (await createPhoto(await createMember(), { state: 'pending', createdAt })).id
}

async function messageAt(createdAt: number): Promise<string> {
  const { id } = await storeMessage()
  await db.update(contactMessages).set({ createdAt }).where(eq(contactMessages.id, id))
  return id
}

async function appealAt(appealedAt: number): Promise<string> {
  const [{ id: memberId }, id] = [await createMember({ member: { state: 'restricted' } }), newId()]
  const row = { id, memberId, rule: 'scam', facts, decidedBy: 'person', createdAt: 1, formerState: 'complete' } as const
  await db.insert(restrictions).values({ ...row, appealText: `It was not me, ${id}.`, appealedAt })
  return id
}

/** The queues of the navigation with their counts; '' without one. */
async function countsOf(colleague: Colleague, path = '/ops/members'): Promise<Record<string, string>> {
  const page = await (await colleague.get(path)).text()
  const links = page.matchAll(/<a [^>]*><span>([\w ]+)<\/span\s*>(?:<span class="count">(\d+)<)?/g)
  return Object.fromEntries([...links].map(([, label = '', count = '']) => [label, count]))
}

const locationOf = (response: Response) => response.headers.get('location')

describe('the navigation', () => {
  it('counts what waits in each queue, for operators also what only they see', async () => {
    const [moderator, operator] = [await createModerator(), await createModerator('operator')]
    expect(Object.values(await countsOf(operator)).join('')).toBe('')
    for (const at of [1, 2, 3]) await reportAt(at)
    for (const at of [1, 2]) await photoAt(at)
    for (const at of [1, 2, 3, 4]) await appealAt(at)
    await messageAt(1)
    const failed = {
      id: newId(),
      kind: 'sign-in',
      sealed: '',
      code: 'E',
      attempts: 1,
      askedAt: 1,
      failedAt: 2,
      usefulUntil: 3,
    } as const
    await db.insert(failedEmails).values(failed)
    const money = { kind: 'refund', orderId: newId(), currency: 'GBP', ours: 0, theirs: 3 } as const
    for (const at of [1, 2])
      await db.insert(paymentDifferences).values({ id: newId(), sessionId: newId(), ...money, foundAt: at, seenAt: at })
    const both = { Overview: '', Reports: '3', Photos: '2', Verification: '', Appeals: '4', Messages: '1', Members: '' }
    expect(await countsOf(moderator)).toEqual(both)
    expect(await countsOf(operator)).toMatchObject({ ...both, Emails: '1', Payments: '2', Orders: '' })
  })

  it('leaves out a report about the reader, who must not learn of it', async () => {
    const [moderator, other] = [await createModerator(), await createModerator()]
    await reportAt(1, moderator.member)
    expect([(await countsOf(moderator))['Reports'], (await countsOf(other))['Reports']]).toEqual(['', '1'])
  })

  it('marks where one is, also on a case’s page', async () => {
    const moderator = await createModerator()
    const id = await reportAt(1)
    const markOf = async (path: string) =>
      /href="([^"]*)"\s+aria-current="(\w+)"/.exec(await (await moderator.get(path)).text())?.slice(1)
    expect(await markOf('/ops/reports')).toEqual(['/ops/reports', 'page'])
    expect(await markOf(`/ops/reports/${id}`)).toEqual(['/ops/reports', 'true'])
    expect(await markOf('/ops')).toEqual(['/ops', 'page'])
  })

  it('costs a page the same, however much waits', async () => {
    const moderator = await createModerator()
    const statementsOf = async () => {
      const counted = countingDatabase()
      const browser = new Visitor(undefined, { DB: counted.db })
      browser.cookies.set('__Host-access', moderator.member.token)
      expect((await browser.get('/ops/contact')).status).toBe(200)
      return counted.statements()
    }
    const before = await statementsOf()
    for (const at of [1, 2, 3]) await reportAt(at)
    await messageAt(1)
    expect(await statementsOf()).toBe(before)
  })
})

describe('the queue of reports', () => {
  const decide = (colleague: Colleague, id: string) => colleague.submit(`/ops/reports/${id}`, { action: 'dismiss', reason })

  it('goes on to the next older first, behind the newest to what was left, and ends at a list that says so', async () => {
    const moderator = await createModerator()
    const [one, two, three] = [await reportAt(10), await reportAt(20), await reportAt(30)]
    const afterTwo = await decide(moderator, two)
    expect([afterTwo.status, locationOf(afterTwo)]).toEqual([303, `/ops/reports/${three}?done=dismissed`])
    const page = await (await moderator.get(locationOf(afterTwo) ?? '')).text()
    for (const part of ['no breach of the rules', 'This is the next report.', `href="/ops/reports/${one}" rel="next"`])
      expect(page).toContain(part)
    expect(locationOf(await decide(moderator, three))).toBe(`/ops/reports/${one}?done=dismissed`)
    expect(locationOf(await decide(moderator, one))).toBe('/ops/reports?done=dismissed')
    const list = await (await moderator.get('/ops/reports?done=dismissed')).text()
    expect(list).toContain('No report waits.')
    expect(list).not.toContain('This is the next')
  })

  it('does not lead to what the reader must not decide: about a colleague, about themselves, or their own', async () => {
    const [moderator, operator] = [await createModerator(), await createModerator('operator')]
    const first = await reportAt(10)
    const aboutColleague = await reportAt(20, await createMember({ member: { role: 'moderator' } }))
    await reportAt(30, moderator.member)
    const own = await fileReport(moderator.member, await createMember())
    expect(locationOf(await decide(moderator, first))).toBe('/ops/reports?done=dismissed')
    expect(locationOf(await decide(operator, own))).toBe(`/ops/reports/${aboutColleague}?done=dismissed`)
  })

  it('says that a case was decided meanwhile, and offers the next', async () => {
    const [moderator, other] = [await createModerator(), await createModerator()]
    const [one, two] = [await reportAt(10), await reportAt(20)]
    await decide(other, one)
    const late = await decide(moderator, one)
    const page = await late.text()
    expect(late.status).toBe(409)
    for (const part of ['decided already', `<a class="button" href="/ops/reports/${two}">Next report</a>`])
      expect(page).toContain(part)
    await decide(other, two)
    const last = await (await decide(moderator, two)).text()
    expect(last).toContain('<a class="button" href="/ops/reports">All reports</a>')
  })
})

describe('the queue of messages', () => {
  it('goes on in the same way, and past the reader’s own', async () => {
    const moderator = await createModerator()
    const [one, own, two] = [await messageAt(10), await messageAt(20), await messageAt(30)]
    await db.update(contactMessages).set({ memberId: moderator.id }).where(eq(contactMessages.id, own))
    const close = (id: string) => moderator.submit(`/ops/contact/${id}`, { decision: 'close' })
    expect(locationOf(await close(one))).toBe(`/ops/contact/${two}?done=message-closed`)
    const late = await close(one)
    expect([late.status, (await late.text()).includes(`<a class="button" href="/ops/contact/${two}">Next message</a>`)]).toEqual([
      409,
      true,
    ])
    expect(locationOf(await close(two))).toBe('/ops/contact?done=message-closed')
  })
})

/** In the order of the page. */
const listed = (page: string, ids: readonly string[]) => ids.toSorted((a, b) => page.indexOf(a) - page.indexOf(b))
/** The hidden field of a case's forms. */
const placeOf = (page: string, path: string) =>
  new RegExp(`action="${path}"[^]*?name="after" value="([^"]+)"`).exec(page)?.[1] ?? ''

const lists: {
  queue: string
  create: (at: number) => Promise<string>
  done: string
  fields: Record<string, string>
  empty: string
}[] = [
  { queue: 'photos', create: photoAt, done: 'approved', fields: { decision: 'approved' }, empty: 'No photo waits' },
  { queue: 'appeals', create: appealAt, done: 'upheld', fields: { outcome: 'upheld' }, empty: 'No appeal waits' },
]

describe.each(lists)('the queue of $queue', ({ queue, create, done, fields, empty }) => {
  it('goes on after the decided case, also for a colleague who came too late, and ends by saying so', async () => {
    const [moderator, other] = [await createModerator(), await createModerator()]
    const ids = [await create(10), await create(20), await create(30)]
    const [one = '', two = '', three = ''] = ids
    const pathOf = (id: string) => `/ops/${queue}/${id}`
    const page = await (await moderator.get(`/ops/${queue}`)).text()
    expect(listed(page, ids)).toEqual(ids)
    const decide = (colleague: Colleague, id: string) =>
      colleague.submit(pathOf(id), { ...fields, after: placeOf(page, pathOf(id)) })
    const location = locationOf(await decide(moderator, two)) ?? ''
    expect(location).toMatch(new RegExp(`^/ops/${queue}\\?done=${done}&after=\\w+\\.${two}$`))
    const next = await (await moderator.get(location)).text()
    expect(listed(next, [one, three])).toEqual([three, one])
    expect(next).toContain('role="status"')

    const late = await decide(other, two)
    const shown = await late.text()
    expect([late.status, listed(shown, [one, three])]).toEqual([409, [three, one]])
    expect(shown).toContain('That is decided already')
    await decide(moderator, three)
    const last = locationOf(await decide(moderator, one)) ?? ''
    expect(await (await moderator.get(last)).text()).toContain(empty)
  })
})

it('a case that the queue leads to is a look like any other', async () => {
  const moderator = await createModerator()
  const [one, two] = [await reportAt(10), await reportAt(20)]
  const answer = await moderator.submit(`/ops/reports/${one}`, { action: 'dismiss', reason })
  const looks = () => db.select({ action: auditLog.action }).from(auditLog).where(eq(auditLog.subjectId, two))
  expect(await looks()).toEqual([])
  await moderator.get(locationOf(answer) ?? '')
  expect(await looks()).toEqual([{ action: 'report.viewed' }])
})
