import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { auditLog, contactMessages, members } from '#db/schema.ts'
import { messageKeptMs } from '#features/contact/rules.ts'
import { contactActions } from '#features/contact/contract.ts'
import { browserOf } from '#test/support/worker/account.ts'
import { newMessage, storeMessage } from '#test/support/worker/contact.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { newId } from '#test/support/worker/realtime-client.ts'
import { createEnrolled, createModerator, type Colleague } from '#test/support/worker/staff.ts'
import { emailsTo } from '#test/support/worker/visitor.ts'

const answer = 'Hello Nora,\n\nplease choose a new password & try again.\nMo'

const readMessage = async (id: string) => (await db.select().from(contactMessages).where(eq(contactMessages.id, id)))[0]
const auditOf = async (id: string) =>
  (await db.select().from(auditLog).where(eq(auditLog.subjectId, id))).map(({ action, actorId, subjectKind, detail }) => ({
    action,
    actorId,
    subjectKind,
    detail,
  }))
const pathOf = (id: string) => `/ops/contact/${id}`

/** Decides in a browser whose emails arrive before it has its answer. */
const decide = ({ member }: Colleague, id: string, fields: Record<string, string>) =>
  browserOf(member).submit(pathOf(id), Object.entries(fields))

describe('the messages', () => {
  it('are for moderators and operators with their second factor', async () => {
    const { id } = await storeMessage()
    for (const colleague of [await createModerator(), await createModerator('operator')]) {
      const list = await (await colleague.get('/ops/contact')).text()
      expect(list).toContain(pathOf(id))
      expect((await colleague.get(pathOf(id))).status).toBe(200)
    }
    const [enrolled, member] = [await createEnrolled(), browserOf(await createMember())]
    for (const path of ['/ops/contact', pathOf(id)]) {
      const door = await enrolled.get(path)
      expect([door.status, door.headers.get('location')]).toEqual([303, '/ops'])
      expect((await member.get(path)).status).toBe(404)
    }
    expect((await enrolled.submit(pathOf(id), { decision: 'close' })).headers.get('location')).toBe('/ops')
    expect((await member.submit(pathOf(id), [['decision', 'close']])).status).toBe(404)
    expect(await readMessage(id)).toMatchObject({ state: 'open' })
  })

  it('are listed oldest first, page by page, without who wrote them and what', async () => {
    const moderator = await createModerator()
    const ids = Array.from({ length: 53 }, () => newId())
    const { id: model, ...row } = await storeMessage({ name: 'Quillon', message: 'Zanzibar, Zanzibar' })
    for (const [index, id] of ids.entries())
      await db.insert(contactMessages).values({ ...row, id, createdAt: 1000 + Math.floor(index / 4) })
    const seen: string[] = []
    let path: string | undefined = '/ops/contact'
    while (path) {
      const page: string = await (await moderator.get(path)).text()
      for (const own of ['Quillon', 'Zanzibar', row.email]) expect(page).not.toContain(own)
      seen.push(...[...page.matchAll(/href="\/ops\/contact\/([\w-]+)"/g)].map(([, id]) => id ?? ''))
      path = /<a href="([^"]*after=[^"]*)">Newer/.exec(page)?.[1]
    }
    const own = seen.filter((id) => ids.includes(id))
    expect(own.toSorted()).toEqual(ids.toSorted())
    const times = await Promise.all(own.map(async (id) => (await readMessage(id))?.createdAt ?? 0))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(seen.indexOf(model)).toBeGreaterThan(seen.indexOf(own.at(-1) ?? ''))
    expect(await (await moderator.get('/ops')).text()).toMatch(/Messages that wait: \d+/)
  })
})

describe('one message', () => {
  it('shows all of it as text, with an entry in the audit log each time', async () => {
    const [moderator, row] = [await createModerator(), await storeMessage({ message: '<script>alert(1)</script> hello' })]
    const page = await (await moderator.get(pathOf(row.id))).text()
    for (const text of [row.email, row.name, '&lt;script&gt;alert(1)&lt;/script&gt; hello', 'a guest'])
      expect(page).toContain(text)
    await moderator.get(pathOf(row.id))
    const opened = { action: 'contact-message.opened', actorId: moderator.id, subjectKind: 'contact-message', detail: {} }
    expect(await auditOf(row.id)).toEqual([opened, opened])
  })

  it('that is not there leads back to the list, without an entry', async () => {
    const [moderator, id] = [await createModerator(), newId()]
    for (const response of [await moderator.get(pathOf(id)), await moderator.submit(pathOf(id), { decision: 'close' })])
      expect([response.status, response.headers.get('location')]).toEqual([303, '/ops/contact'])
    expect(await auditOf(id)).toEqual([])
  })

  it('is answered once, by an e-mail in the language of the message, and the audit log says so without a word of it', async () => {
    const [moderator, late] = [await createModerator(), await createModerator()]
    const row = await storeMessage({}, '/uk/contact-us')
    const done = await decide(moderator, row.id, { decision: 'answer', answer: answer.replaceAll('\n', '\r\n') })
    expect(done.headers.get('location')).toMatch(/^\/ops\/contact(\/[\w-]+)?\?done=message-answered$/)
    const stored = await readMessage(row.id)
    expect(stored).toMatchObject({ state: 'answered', answer, decidedBy: moderator.id })
    expect(stored?.expiresAt).toBe((stored?.decidedAt ?? 0) + messageKeptMs)
    const [email, ...others] = emailsTo(row.email)
    expect(others).toEqual([])
    expect(email?.html).toContain('<html lang="uk">')
    expect(email?.text).toContain('/uk/contact-us')
    expect(email?.html).toContain('please choose a new password &amp; try again.</p>')
    expect(email?.text).not.toContain(row.message)
    const entries = [{ action: 'contact-message.answered', actorId: moderator.id, subjectKind: 'contact-message', detail: {} }]
    expect(await auditOf(row.id)).toEqual(entries)

    const second = await decide(late, row.id, { decision: 'answer', answer: 'Another answer, too late.' })
    expect([second.status, await second.text()]).toEqual([409, expect.stringContaining('please choose a new password &amp; try')])
    expect([await readMessage(row.id), emailsTo(row.email)]).toEqual([stored, [email]])
    expect((await auditOf(row.id)).map(({ action }) => action)).toEqual(['contact-message.answered', 'contact-message.opened'])
  })

  it('of two colleagues at once is answered by one', async () => {
    const [one, two, row] = [await createModerator(), await createModerator(), await storeMessage()]
    const answers = await Promise.all([one, two].map((each) => decide(each, row.id, { decision: 'answer', answer })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409])
    expect(emailsTo(row.email)).toHaveLength(1)
    expect((await auditOf(row.id)).filter(({ action }) => action === 'contact-message.answered')).toHaveLength(1)
  })

  it('of a member is answered to the address that the account has now', async () => {
    const [moderator, member] = [await createModerator(), await createMember()]
    const words = { topic: 'other', message: 'Could you add a dark mode to the moon?' }
    await browserOf(member).post(contactActions.writeAsMember.path, words)
    const [row] = await db.select().from(contactMessages).where(eq(contactMessages.memberId, member.id))
    const email = `moved-${newId()}@example.test`
    await db.update(members).set({ email, locale: 'de' }).where(eq(members.id, member.id))
    await decide(moderator, row?.id ?? '', { decision: 'answer', answer })
    expect(emailsTo(row?.email ?? '')).toEqual([])
    expect(emailsTo(email).map(({ html, text }) => [html.includes('lang="en-GB"'), text.includes('section=help')])).toEqual([
      [true, true],
    ])
    expect(await (await moderator.get(pathOf(row?.id ?? ''))).text()).toContain(`/ops/members/${member.id}`)
  })

  it('is closed without an answer, and no e-mail goes out', async () => {
    const [moderator, row] = [await createModerator(), await storeMessage()]
    const done = await decide(moderator, row.id, { decision: 'close', answer: 'never sent, whatever it says' })
    expect(done.headers.get('location')).toMatch(/^\/ops\/contact(\/[\w-]+)?\?done=message-closed$/)
    expect(await readMessage(row.id)).toMatchObject({
      state: 'closed',
      answer: null,
      decidedBy: moderator.id,
      expiresAt: row.expiresAt,
    })
    expect((await auditOf(row.id)).map(({ action }) => action)).toEqual(['contact-message.closed'])
    expect(emailsTo(row.email)).toEqual([])
    const list = await (await moderator.get('/ops/contact')).text()
    expect(list).not.toContain(pathOf(row.id))
  })

  it.each<Record<string, string>>([
    { decision: 'answer', answer: 'Too short' },
    { decision: 'answer', answer: 'x'.repeat(4001) },
    { decision: 'forward' },
  ])('is asked about again for %o, and stays open', async (fields: Record<string, string>) => {
    const [moderator, row] = [await createModerator(), await storeMessage(newMessage())]
    const response = await decide(moderator, row.id, fields)
    expect([response.status, (await response.text()).includes(fields['answer'] ?? 'Your answer')]).toEqual([422, true])
    expect([await readMessage(row.id), emailsTo(row.email)]).toEqual([row, []])
  })
})
