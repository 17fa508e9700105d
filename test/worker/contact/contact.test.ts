import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { contactMessages, counters, members } from '#db/schema.ts'
import { contactActions, trapField } from '#features/contact/contract.ts'
import { messageKeptMs } from '#features/contact/rules.ts'
import { brand } from '#shared/brand.ts'
import { env } from 'cloudflare:test'
import { sweep } from '#worker/sweep.ts'
import { browserOf } from '#test/support/worker/account.ts'
import { messagesOf, newMessage, sendForm, storeMessage } from '#test/support/worker/contact.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { newId, origin } from '#test/support/worker/realtime-client.ts'
import { emailsTo, mailbox, Visitor, visitorElsewhere } from '#test/support/worker/visitor.ts'
import { attemptLimits } from '#server/limits/attempts.ts'

const thanks = 'Thanks, we’ve got your message.'
const noticesOf = (id: string) => emailsTo(brand.contactEmail).filter(({ text }) => text.includes(id))

afterEach(() => vi.restoreAllMocks())

describe('the page', () => {
  it('is a plain form for guests, stored once for all of them', async () => {
    const visitor = visitorElsewhere()
    const page = await visitor.get('/contact-us')
    const html = await page.text()
    expect([page.status, page.headers.get('etag')]).toEqual([200, expect.any(String)])
    expect(html).toContain(`action="${contactActions.write.path}"`)
    expect(html).toContain(`mailto:${brand.contactEmail}`)
    expect(html).toContain('data-mode="light"')
    expect(html).not.toMatch(/ style=|autofocus/)
  })

  it('leads members away: they have the form in their settings', async () => {
    const page = await browserOf(await createMember()).get('/contact-us')
    expect([page.status, page.headers.get('location')]).toEqual([302, '/people-nearby'])
  })
})

describe('a message of a guest', () => {
  it('is stored in the language of the page, and the operators get an email without a word of it', async () => {
    const [visitor, fields] = [visitorElsewhere(), newMessage({ topic: 'payment' })]
    const answer = await sendForm(visitor, fields, '/uk/contact-us')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/uk/contact-us'])
    const [row] = await messagesOf(fields['email'])
    expect(row).toMatchObject({ ...fields, locale: 'uk', memberId: null, state: 'open', answer: null, decidedAt: null })
    expect(row?.expiresAt).toBe((row?.createdAt ?? 0) + messageKeptMs)
    const notices = noticesOf(row?.id ?? '-')
    expect(notices.map(({ subject }) => subject)).toEqual(['New message: payment (uk)'])
    expect(notices[0]?.text).toContain(`${origin}/ops/contact/${row?.id}`)
    const held = JSON.stringify(notices)
    for (const own of [fields['name'], fields['email'], fields['message']]) expect(held).not.toContain(own)
    expect(emailsTo(fields['email'] ?? '')).toEqual([])
  })

  it('is thanked for on the page, once', async () => {
    const visitor = visitorElsewhere()
    await sendForm(visitor, newMessage())
    const page = await (await visitor.get('/contact-us')).text()
    expect(page).toContain(thanks)
    expect(page).toMatch(/autofocus="">\s*<div[^>]* role="status"/)
    expect(page).not.toContain('<textarea')
    const again = await (await visitor.get('/contact-us')).text()
    expect([again.includes(thanks), again.includes('<textarea')]).toEqual([false, true])
  })

  it('may come as JSON, too', async () => {
    const fields = newMessage()
    const answer = await visitorElsewhere().post(contactActions.write.path, fields, { referer: `${origin}/contact-us` })
    expect(await answer.json()).toEqual({ redirect: '/contact-us', notice: expect.stringContaining(thanks) })
    expect(await messagesOf(fields['email'])).toHaveLength(1)
  })

  it('with the field that people do not see is answered as a success, and nothing happens', async () => {
    const [visitor, fields] = [visitorElsewhere(), newMessage()]
    const before = mailbox.length
    const answer = await sendForm(visitor, { ...fields, [trapField]: 'https://buy.example' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/contact-us'])
    expect(await (await visitor.get('/contact-us')).text()).toContain(thanks)
    expect([await messagesOf(fields['email']), mailbox.length]).toEqual([[], before])
  })

  it('leaves none of its words in the log', async () => {
    const lines: string[] = []
    for (const level of ['log', 'warn', 'error', 'info'] as const)
      vi.spyOn(console, level).mockImplementation((...texts: unknown[]) => void lines.push(texts.join(' ')))
    const fields = newMessage()
    await sendForm(visitorElsewhere(), fields)
    await sendForm(visitorElsewhere(), { ...fields, topic: '' })
    expect(lines.join('\n')).toContain(contactActions.write.path)
    for (const own of ['Nora', fields['email'], fields['message']]) expect(lines.join('\n')).not.toContain(own)
  })
})

describe('a refused message', () => {
  const letters = (count: number) => '🙂'.repeat(count)

  it.each([
    ['topic', { topic: '' }, 'Choose one of the options.'],
    ['topic', { topic: 'love' }, 'Choose one of the options.'],
    ['name', { name: ' ' }, 'Please fill this in.'],
    ['name', { name: letters(81) }, 'This is too long. Shorten it a little.'],
    ['email', { email: 'nora@nowhere' }, 'Enter an email address such as name@example.com.'],
    ['email', { email: `${'n'.repeat(64)}@${'e'.repeat(190)}.test` }, 'Enter an email address such as name@example.com.'],
    ['message', { message: '' }, 'Please fill this in.'],
    ['message', { message: ' nine .... ' }, 'This is too short. Add a little more.'],
    ['message', { message: letters(3501) }, 'This is too long. Shorten it a little.'],
  ])('names the mistake in %s: %o', async (field, wrong: Record<string, string>, text) => {
    const fields = newMessage(wrong)
    const answer = await visitorElsewhere().post(contactActions.write.path, fields)
    expect([answer.status, await answer.json()]).toEqual([422, { error: expect.objectContaining({ fields: { [field]: text } }) }])
    expect(await messagesOf(fields['email'])).toEqual([])
  })

  it('is counted in characters as people see them', async () => {
    expect(await storeMessage({ name: letters(80), message: letters(3500) })).toMatchObject({
      name: letters(80),
      message: letters(3500),
    })
  })

  it('comes back to its page with all that was typed, the mistakes beside the fields, and the focus on the first', async () => {
    // Not one word twice, as far as it goes: what hardly compresses.
    const words = Array.from({ length: 600 }, (_, index) => `слово${(index * 7919) % 6007}`)
      .join(' ')
      .slice(0, 3500)
    const [visitor, fields] = [visitorElsewhere(), newMessage({ email: 'nora@nowhere', message: words })]
    const answer = await sendForm(visitor, fields, '/uk/contact-us')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/uk/contact-us'])
    const cookie = visitor.cookies.get('__Host-flash') ?? ''
    expect(cookie.length).toBeLessThan(4096 - '__Host-flash='.length)
    const page = await (await visitor.get('/uk/contact-us')).text()
    expect(page).toContain(words)
    expect(page).toContain('value="Nora"')
    expect(page).toMatch(/<option[^>]*(value="account"[^>]* selected|selected[^>]* value="account")/)
    const email = /<input[^>]* name="email"[^>]*>/.exec(page)?.[0] ?? ''
    for (const attribute of [
      'value="nora@nowhere"',
      'aria-invalid="true"',
      'autofocus',
      'aria-describedby="contact-email-hint contact-email-error"',
    ])
      expect(email).toContain(attribute)
    expect(page).toContain('id="contact-email-error"')
    expect(page.match(/autofocus/g)).toHaveLength(1)
    // The page that others get has nothing of it.
    const others = await (await visitorElsewhere().get('/uk/contact-us')).text()
    expect([others.includes('nora@nowhere'), others.includes(words)]).toEqual([false, false])
  })

  it('finds its way back from a browser that does not say where it was', async () => {
    const answer = await visitorElsewhere().submit(contactActions.write.path, [['back', '/de/contact-us']])
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/de/contact-us'])
  })
})

describe('the limits', () => {
  const { contactNetwork, contactSender, contactDay } = attemptLimits

  it('hold a network, here one of IPv6, whatever the addresses; what was typed stays', async () => {
    const network = `2001:db8:${newId().replaceAll(/\W/g, '').length}:${(Date.now() % 65_536).toString(16)}`
    const from = (host: number) => new Visitor(`${network}::${host.toString(16)}`)
    for (let sent = 0; sent < contactNetwork.limit; sent++) {
      const answer = await sendForm(from(sent + 1), newMessage())
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/contact-us'])
    }
    const [visitor, fields] = [from(99), newMessage()]
    const refused = await visitor.post(contactActions.write.path, fields)
    expect([refused.status, await refused.json()]).toEqual([429, { error: expect.objectContaining({ code: 'too-many' }) }])
    await sendForm(visitor, fields)
    const page = await (await visitor.get('/contact-us')).text()
    expect(page).toContain('That’s too many tries for now. Try again in')
    expect(page).toContain(fields['message'])
    expect(page).toMatch(/autofocus="">\s*<div[^>]* role="alert"/)
    expect(await messagesOf(fields['email'])).toEqual([])
  })

  it('hold an address, whatever the networks', async () => {
    const fields = newMessage()
    for (let sent = 0; sent < contactSender.limit; sent++) await sendForm(visitorElsewhere(), fields)
    const refused = await visitorElsewhere().post(contactActions.write.path, { ...fields, email: fields['email']?.toUpperCase() })
    expect(refused.status).toBe(429)
    expect(await messagesOf(fields['email'])).toHaveLength(contactSender.limit)
  })

  it('hold the sum of a day, and a refused message uses up no address of the others', async () => {
    const full = { count: contactDay.limit, expiresAt: Date.now() + 60_000 }
    await db
      .insert(counters)
      .values({ key: 'contact-day', ...full })
      .onConflictDoUpdate({ target: counters.key, set: full })
    const fields = newMessage()
    expect((await visitorElsewhere().post(contactActions.write.path, fields)).status).toBe(429)
    await db.delete(counters).where(eq(counters.key, 'contact-day'))
    expect((await visitorElsewhere().post(contactActions.write.path, fields)).status).toBe(200)
    expect(await messagesOf(fields['email'])).toHaveLength(1)
  })
})

describe('a message of a member', () => {
  const words = { topic: 'safety', message: 'Somebody here asks people for money.' }

  it('has the name and address of the account, whatever the form says', async () => {
    const member = await createMember({ member: { firstName: 'Ada' } })
    const browser = browserOf(member)
    const page = '/main-settings?section=help'
    const fields = { ...words, name: 'Eve', email: 'eve@example.test', memberId: 'x' }
    const answer = await browser.submit(contactActions.writeAsMember.path, Object.entries(fields), { referer: origin + page })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, page])
    const rows = await db.select().from(contactMessages).where(eq(contactMessages.memberId, member.id))
    expect(rows).toMatchObject([{ ...words, name: 'Ada', email: `${member.id}@example.test`, locale: 'en' }])
    expect(noticesOf(rows[0]?.id ?? '-')).toHaveLength(1)
    expect(await (await browser.get(page)).text()).toContain(thanks)
  })

  it('needs a session', async () => {
    expect((await visitorElsewhere().post(contactActions.writeAsMember.path, words)).status).toBe(401)
  })

  it('is held to the same limit per member', async () => {
    const member = await createMember()
    const write = () => browserOf(member).post(contactActions.writeAsMember.path, words)
    // Each from a network of their own.
    const from = (network: string) => {
      const visitor = new Visitor(network)
      visitor.cookies.set('__Host-access', member.token)
      return visitor.post(contactActions.writeAsMember.path, words)
    }
    for (let sent = 0; sent < attemptLimits.contactSender.limit; sent++) expect((await from(`10.9.9.${sent}`)).status).toBe(200)
    expect((await write()).status).toBe(429)
    expect(await db.$count(contactMessages, eq(contactMessages.memberId, member.id))).toBe(attemptLimits.contactSender.limit)
  })

  it('is found in the settings, with the name and the address that it will have', async () => {
    const member = await createMember({ member: { firstName: 'Ada' } })
    const page = await (await browserOf(member).get('/main-settings?section=help')).text()
    for (const text of [`action="${contactActions.writeAsMember.path}"`, `<dd>${member.id}@example.test</dd>`, '>Ada</dd>'])
      expect(page).toContain(text)
    expect(page).not.toContain('name="email"')
    // Members cannot open the page with the questions.
    expect(page).toContain('What do I need to join?')
    expect(await (await browserOf(member).get('/main-settings?section=legal')).text()).not.toContain('What do I need to join?')
  })

  it('goes with its account when that is deleted', async () => {
    const member = await createMember()
    await browserOf(member).post(contactActions.writeAsMember.path, words)
    expect(await messagesOf(`${member.id}@example.test`)).toHaveLength(1)
    await db.delete(members).where(eq(members.id, member.id))
    expect(await messagesOf(`${member.id}@example.test`)).toEqual([])
  })
})

it('a message is deleted when it expires, and not before', async () => {
  const row = await storeMessage()
  await sweep(env, row.expiresAt - 1)
  expect(await messagesOf(row.email)).toHaveLength(1)
  await sweep(env, row.expiresAt + 1)
  expect(await messagesOf(row.email)).toEqual([])
})
