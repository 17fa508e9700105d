import { env } from 'cloudflare:test'
import { and, eq, inArray } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { auditLog, members, reports, restrictions } from '#db/schema.ts'
import { blockActions } from '#features/blocks/contract.ts'
import { readNotices } from '#features/notifications/server/public.ts'
import { notificationActions, type NotificationsPage } from '#features/notifications/contract.ts'
import { decideReports, sweepDecisions } from '#features/reports/server/public.ts'
import type { RestrictedProps } from '#features/restriction/contract.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { createMember, db, postForm, postJson, type TestMember } from '#test/support/worker/members.ts'
import { openPage, readPayload } from '#test/support/worker/pages.ts'
import { connect, eventually, newId } from '#test/support/worker/realtime-client.ts'
import { fileReport, reportEncounter } from '#test/support/worker/reports.ts'
import { createEnrolled, createModerator, type Colleague } from '#test/support/worker/staff.ts'

vi.setConfig({ testTimeout: 60_000 })

const reason = 'The messages are rude, but they break no rule.'
const facts = 'On Monday you asked three members for money.'
const restriction = { action: 'restrict', reason, rule: 'scam', facts, duration: 'week' }

const decide = (moderator: Colleague, id: string, fields: Record<string, string> = {}, also: readonly string[] = []) =>
  postForm(moderator.member, `/ops/reports/${id}`, [
    ...Object.entries({ action: 'dismiss', reason, ...fields }),
    ...also.map((other): [string, string] => ['also[]', other]),
  ])
const reportOf = async (id: string) => (await db.select().from(reports).where(eq(reports.id, id)))[0]
const statesOf = async (ids: readonly string[]) => Promise.all(ids.map(async (id) => (await reportOf(id))?.state))
const decisionsOf = (ids: readonly string[]) =>
  db
    .select({ actor: auditLog.actorId, subject: auditLog.subjectId, detail: auditLog.detail })
    .from(auditLog)
    .where(and(inArray(auditLog.subjectId, [...ids]), eq(auditLog.action, 'report.decided')))
const restrictionsOf = ({ id }: TestMember) => db.select().from(restrictions).where(eq(restrictions.memberId, id))
const stateOf = async ({ id }: TestMember) => (await db.select().from(members).where(eq(members.id, id)))[0]?.state
const noticesOf = async ({ id }: { id: string }) => (await readNotices(env, id, { limit: 10, before: null })) ?? []
const subjectsOf = async (member: { id: string }) =>
  (await noticesOf(member)).map(({ notice: { id, ...subject } }) => (expect(id).toMatch(/^report:/), subject))

/** A report by somebody about somebody else, and who decides it. */
async function reported() {
  const [moderator, anna, ben] = await Promise.all([createModerator(), createMember(), createMember()])
  return { moderator, anna, ben, id: await fileReport(anna, ben) }
}

describe('a report that is dismissed', () => {
  it('leaves the queue, with the reason, and the audit log has who decided it', async () => {
    const { moderator, ben, id } = await reported()
    const answer = await decide(moderator, id)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toMatch(/^\/ops\/reports(\/[\w-]+)?\?done=dismissed$/)
    expect(await reportOf(id)).toMatchObject({
      state: 'dismissed',
      decidedBy: moderator.id,
      decidedAt: expect.any(Number),
      decisionReason: reason,
    })
    expect(await decisionsOf([id])).toEqual([
      { actor: moderator.id, subject: id, detail: { state: 'dismissed', restriction: null } },
    ])
    expect([await stateOf(ben), await restrictionsOf(ben)]).toEqual(['complete', []])
    expect(await (await moderator.get('/ops/reports')).text()).not.toContain(id)
  })

  it('shows its reason in the audit log, and not to an operator whom it is about', async () => {
    const [moderator, operator] = await Promise.all([createModerator('operator'), createModerator('operator')])
    const id = await fileReport(await createMember(), operator.member)
    const own = `Nothing in it, ${newId()}.`
    await decide(moderator, id, { reason: own })
    expect(await (await moderator.get('/ops/audit')).text()).toContain(own)
    const log = await (await operator.get('/ops/audit')).text()
    expect(log).toContain(id)
    expect(log).not.toContain(own)
  })

  it.each<Record<string, string>>([{ reason: '' }, { reason: 'too short' }, { reason: 'x'.repeat(1001) }, { action: 'forget' }])(
    'needs a reason and an action: %o is asked for again, and nothing is written',
    async (wrong) => {
      const { moderator, id } = await reported()
      const answer = await decide(moderator, id, { facts: 'what was typed', ...wrong })
      expect([answer.status, await statesOf([id]), await decisionsOf([id])]).toEqual([422, ['open'], []])
      expect(await answer.text(), 'what was typed is there still').toContain('what was typed')
    },
  )

  it('can be reported again afterwards', async () => {
    const { moderator, anna, ben, id } = await reported()
    await decide(moderator, id)
    await postJson(anna, blockActions.unblock.path, { id: ben.id })
    await fileReport(anna, ben)
    expect(await db.$count(reports, and(eq(reports.reporterId, anna.id), eq(reports.state, 'open')))).toBe(1)
  })
})

describe('a report that is acted on', () => {
  it('restricts with the statement of reasons, in the same batch as state and audit entries', async () => {
    const { moderator, ben, id } = await reported()
    const bens = await connect(ben.id, ben.sid)
    const answer = await decide(moderator, id, restriction)
    expect(answer.headers.get('location')).toMatch(/^\/ops\/reports(\/[\w-]+)?\?done=acted$/)
    const [row] = await restrictionsOf(ben)
    expect(row).toMatchObject({ rule: 'scam', facts, decidedBy: 'person', actorId: moderator.id, formerState: 'complete' })
    expect([await stateOf(ben), await statesOf([id])]).toEqual(['restricted', ['acted']])
    expect((await decisionsOf([id])).map(({ detail }) => detail)).toEqual([{ state: 'acted', restriction: row?.id }])
    const imposed = await db.select().from(auditLog).where(eq(auditLog.subjectId, ben.id))
    expect(imposed).toMatchObject([{ action: 'restriction.imposed', actorId: moderator.id }])
    expect((await bens.closed).code, 'as by every restriction').toBe(4403)
    expect((await readPayload<RestrictedProps>(ben, '/restricted')).props).toMatchObject({ rule: 'scam', facts })
  })

  it.each<Record<string, string>>([{ facts: 'too short' }, { rule: 'because' }, { duration: 'ever' }])(
    'is asked for again with %o, and nothing is written',
    async (wrong) => {
      const { moderator, ben, id } = await reported()
      const answer = await decide(moderator, id, { ...restriction, ...wrong })
      expect([answer.status, await statesOf([id]), await stateOf(ben)]).toEqual([422, ['open'], 'complete'])
    },
  )

  it('of somebody who is restricted already is covered by that restriction, and not restricted again', async () => {
    const { moderator, ben, id } = await reported()
    await decide(moderator, id, restriction)
    const next = await fileReport(await createMember(), ben).catch(() => null)
    expect(next, 'who is restricted cannot be met').toBeNull()
    const earlier = newId()
    const row = { reporterId: (await createMember()).id, reportedId: ben.id, category: 'spam', source: 'profile' } as const
    await db.insert(reports).values({ id: earlier, ...row, createdAt: 1000 })
    expect((await decide(moderator, earlier, restriction)).status).toBe(409)
    expect(await statesOf([earlier])).toEqual(['open'])
    expect(await (await moderator.get(`/ops/reports/${earlier}`)).text()).toContain('value="covered"')
    await decide(moderator, earlier, { action: 'covered' })
    expect([await statesOf([earlier]), (await restrictionsOf(ben)).length]).toEqual([['acted'], 1])
  })

  it('is not covered by a restriction that does not stand', async () => {
    const { moderator, id } = await reported()
    expect((await decide(moderator, id, { action: 'covered' })).status).toBe(409)
    expect([await statesOf([id]), await decisionsOf([id])]).toEqual([['open'], []])
  })

  it('about a colleague is for operators, whatever the decision', async () => {
    const [moderator, operator] = await Promise.all([createModerator(), createModerator('operator')])
    const colleague = await createMember({ member: { role: 'moderator' } })
    const id = await fileReport(await createMember(), colleague)
    expect(await (await moderator.get(`/ops/reports/${id}`)).text()).not.toContain('name="action"')
    expect((await decide(moderator, id, restriction)).status).toBe(409)
    expect((await decide(moderator, id)).status).toBe(409)
    expect([await statesOf([id]), await stateOf(colleague)]).toEqual([['open'], 'complete'])
    await decide(operator, id, restriction)
    expect([await statesOf([id]), await stateOf(colleague)]).toEqual([['acted'], 'restricted'])
  })

  it('about an account that is gone can only be dismissed', async () => {
    const { moderator, ben, id } = await reported()
    await db.delete(members).where(eq(members.id, ben.id))
    expect((await decide(moderator, id, restriction)).status).toBe(409)
    expect((await decide(moderator, id)).status).toBe(303)
    expect(await statesOf([id])).toEqual(['dismissed'])
  })
})

describe('two moderators', () => {
  it('who decide at the same time: one decision stands, and the other one sees it', async () => {
    const { moderator, ben, id } = await reported()
    const other = await createModerator()
    const answers = await Promise.all([decide(moderator, id), decide(other, id, restriction)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409])
    const [entry, ...more] = await decisionsOf([id])
    const isDismissed = answers[0]?.status === 303
    expect([entry?.actor, more]).toEqual([isDismissed ? moderator.id : other.id, []])
    expect([await statesOf([id]), await stateOf(ben)]).toEqual(
      isDismissed ? [['dismissed'], 'complete'] : [['acted'], 'restricted'],
    )
    const page = (await answers.find(({ status }) => status === 409)?.text()) ?? ''
    for (const part of ['Decided', isDismissed ? 'no breach of the rules' : 'acted', reason]) expect(page).toContain(part)
    expect(page).not.toContain('name="action"')
  })

  it('write once, whoever comes twenty times', async () => {
    const { moderator, anna, ben, id } = await reported()
    const answers = await Promise.all(Array.from({ length: 20 }, () => decide(moderator, id, restriction)))
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
    expect([(await decisionsOf([id])).length, (await restrictionsOf(ben)).length]).toEqual([1, 1])
    await eventually(async () => (await noticesOf(anna)).length > 0, 'the notice')
    expect(await noticesOf(anna)).toHaveLength(1)
  })
})

describe('nobody decides', () => {
  it('a report about themselves, nor one that they made, also by ticking it', async () => {
    const [moderator, anna, ben] = await Promise.all([createModerator(), createMember(), createMember()])
    const about = await fileReport(anna, moderator.member)
    const own = await fileReport(moderator.member, ben)
    const ticked = await fileReport(anna, ben)
    for (const id of [about, own]) {
      const answer = await decide(moderator, id)
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/ops/reports'])
    }
    await decide(moderator, ticked, {}, [own, about])
    expect(await statesOf([about, own, ticked])).toEqual(['open', 'open', 'dismissed'])
    const decision = { alsoIds: [], actorId: moderator.id, reason, action: { kind: 'dismiss' } } as const
    const pairs = [
      { reportId: about, reportedId: moderator.id },
      { reportId: own, reportedId: ben.id },
    ]
    for (const pair of pairs) expect(await decideReports(db, { ...decision, ...pair }, Date.now())).toBeNull()
    expect((await decisionsOf([about, own, ticked])).map(({ subject }) => subject)).toEqual([ticked])
  })

  it('before the second factor, and for a member there is no such address', async () => {
    const [enrolled, { anna, id }] = await Promise.all([createEnrolled(), reported()])
    const answer = await decide(enrolled, id)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/ops'])
    expect((await postForm(anna, `/ops/reports/${id}`, { action: 'dismiss', reason })).status).toBe(404)
    expect(await statesOf([id])).toEqual(['open'])
  })
})

describe('several reports about one member', () => {
  it('are offered on the page of each, and those that are ticked are decided together', async () => {
    const { moderator, ben, id } = await reported()
    const [carl, dora] = await Promise.all([createMember(), createMember()])
    const [ticked, left, elsewhere] = [
      await fileReport(carl, ben),
      await fileReport(dora, ben),
      await fileReport(carl, await createMember()),
    ]
    const page = await (await moderator.get(`/ops/reports/${id}`)).text()
    for (const other of [ticked, left]) expect(page).toContain(`name="also[]" value="${other}"`)
    expect(page, 'though the queue may go on there').not.toContain(`value="${elsewhere}"`)
    await decide(moderator, id, restriction, [ticked, elsewhere])
    expect(await statesOf([id, ticked, left, elsewhere])).toEqual(['acted', 'acted', 'open', 'open'])
    expect((await decisionsOf([id, ticked, left, elsewhere])).map(({ subject }) => subject).toSorted()).toEqual(
      [id, ticked].toSorted(),
    )
    expect(await restrictionsOf(ben)).toHaveLength(1)
    await eventually(async () => (await noticesOf(carl)).length > 0, 'the notice')
    expect([await subjectsOf(carl), await subjectsOf(dora)]).toEqual([[{ kind: 'moderation', report: 'acted' }], []])
  })

  it('leave one as it is that somebody else decided in between', async () => {
    const { moderator, ben, id } = await reported()
    const other = await fileReport(await createMember(), ben)
    await decide(await createModerator(), other, { reason: 'Decided by somebody else.' })
    expect((await decide(moderator, id, restriction, [other])).status).toBe(303)
    expect(await statesOf([id, other])).toEqual(['acted', 'dismissed'])
    expect((await reportOf(other))?.decisionReason).toBe('Decided by somebody else.')
  })
})

describe('whoever made the report', () => {
  it.each([
    ['dismissed', {}],
    ['acted', restriction],
  ] as const)('reads that it was %s, without who, what or how long', async (outcome, fields) => {
    const { moderator, anna, ben, id } = await reported()
    await decide(moderator, id, fields)
    await eventually(async () => (await noticesOf(anna)).length > 0, 'the notice')
    expect(await noticesOf(anna)).toEqual([
      {
        notice: { id: `report:${id}`, kind: 'moderation', report: outcome },
        others: [],
        at: expect.any(Number),
        unread: true,
      },
    ])
    const { items } = await (await openPage(anna, notificationActions.list.path)).json<NotificationsPage>()
    const { t } = createTranslator('en', await loadMessages('en', ['notifications']), { timeZone: 'UTC' })
    expect(items).toMatchObject([
      { title: t('notifications.report.title'), message: t(`notifications.report.${outcome}`), icon: null, href: null },
    ])
    for (const part of [ben.id, moderator.id, facts, reason]) expect(JSON.stringify(items)).not.toContain(part)
    // Ids are random letters, among which a short name may be.
    for (const { title, message } of items) expect(`${title} ${message}`).not.toContain('Mo')
    expect(await subjectsOf(ben), 'who was reported reads nothing of it').toEqual([])
  })

  it('is notified by the cron, once, if their hub missed the decision', async () => {
    const { anna, id } = await reported()
    const decidedAt = Date.now() - 60_000
    await db.update(reports).set({ state: 'acted', decidedAt }).where(eq(reports.id, id))
    await sweepDecisions(env, Date.now())
    await sweepDecisions(env, Date.now())
    expect(await subjectsOf(anna)).toEqual([{ kind: 'moderation', report: 'acted' }])
  })

  it('and has left by then keeps nobody from deciding', async () => {
    const { moderator, anna, id } = await reported()
    await db.delete(members).where(eq(members.id, anna.id))
    expect((await decide(moderator, id)).status).toBe(303)
    expect(await statesOf([id])).toEqual(['dismissed'])
  })
})

it('a report of an encounter shows its messages and no profile, and that the member is paused', async () => {
  const [moderator, ben] = await Promise.all([createModerator(), createMember()])
  const reporters = await Promise.all([createMember(), createMember(), createMember()])
  const ids = []
  for (const from of reporters) ids.push(await reportEncounter(from, ben, { source: 'blind' }))
  const page = await (await moderator.get(`/ops/reports/${ids[0]}`)).text()
  for (const part of ['on a blind date', 'an ugly line', 'paused since']) expect(page).toContain(part)
  expect(page).not.toContain('The profile, as the reporter saw it')
  const [first = '', ...others] = ids
  await decide(moderator, first, {}, others)
  expect(await (await moderator.get(`/ops/reports/${first}`)).text()).not.toContain('paused since')
})
