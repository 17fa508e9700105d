import { afterEach, describe, expect, it, vi } from 'vitest'
import { counters } from '#db/schema.ts'
import { hashToken } from '#server/crypto/secrets.ts'
import { advance, browserOf, createPerson, password, signIn } from '#test/support/worker/account.ts'
import { db } from '#test/support/worker/members.ts'
import { emailsTo, linkIn, Visitor, visitorElsewhere } from '#test/support/worker/visitor.ts'

// Hashing a password takes its time by design.
vi.setConfig({ testTimeout: 60_000 })
afterEach(() => void vi.useRealTimers())

const newPassword = 'a-quite-different-harbour'
const minuteMs = 60_000

/** Asks for an email; returns its link, and the two keys in it. */
async function askForLink(email: string) {
  await visitorElsewhere().post('/api/account/reset', { email })
  return readLink(email)
}

function readLink(email: string) {
  const link = linkIn(emailsTo(email).at(-1))
  const { searchParams } = new URL(link, 'https://kismet.localhost')
  return { link, id: searchParams.get('c') ?? '', t: searchParams.get('t') ?? '' }
}

const reset = (id: string, t: string, secret = newPassword) =>
  visitorElsewhere().post('/api/account/reset/password', { c: id, t, password: secret })

const bodyOf = (html: string) => html.slice(0, html.indexOf('<script type="application/json"'))

describe('the link of a reset’s e-mail', () => {
  it('opens the form for a new password without asking for the code', async () => {
    const { link, t } = await askForLink((await createPerson()).email)
    expect(t).toMatch(/^[\w-]{43}$/)
    const page = bodyOf(await (await new Visitor().get(link)).text())
    expect(page).toContain(`<input type="hidden" name="t" value="${t}"/>`)
    expect(page).toContain('name="password"')
    expect(page).not.toContain('name="code"')
  })

  it('sets the password once, as a plain form', async () => {
    const person = await createPerson()
    const { link, id, t } = await askForLink(person.email)
    const fields: [string, string][] = [
      ['c', id],
      ['t', t],
      ['password', newPassword],
    ]
    const visitor = new Visitor()
    const refused = await visitor.submit('/api/account/reset/password', [...fields.slice(0, 2), ['password', 'short']], {
      referer: `https://kismet.localhost${link}`,
    })
    expect([refused.status, refused.headers.get('location')]).toEqual([303, link])
    const page = await (await visitor.get(link)).text()
    expect(page).toContain('Use at least 10 characters.')
    expect(page).toContain(`name="t" value="${t}"`)
    const done = await visitor.submit('/api/account/reset/password', fields)
    expect([done.status, done.headers.get('location')]).toEqual([303, '/sign-in?step=renewed'])
    expect((await signIn(person.email, newPassword)).status).toBe(200)
    expect((await reset(id, t, 'yet-another-quiet-harbour')).status).toBe(410)
    expect((await signIn(person.email, newPassword)).status).toBe(200)
  })

  it('opens the sign-in of its browser to an owner whom strangers have left no try', async () => {
    const { email } = await createPerson()
    const { id, t } = await askForLink(email)
    const spent = { key: `sign-in-account:${hashToken(email)}`, count: 10, expiresAt: Date.now() + 15 * minuteMs }
    await db.insert(counters).values(spent)
    const own = visitorElsewhere()
    expect((await signIn(email, newPassword, own)).status).toBe(429)
    expect((await own.post('/api/account/reset/password', { c: id, t, password: newPassword })).status).toBe(200)
    expect((await signIn(email, newPassword, own)).status).toBe(200)
    expect((await signIn(email, newPassword, visitorElsewhere())).status).toBe(429)
  })

  it('wins once when it is pressed three times at the same moment', async () => {
    const { id, t } = await askForLink((await createPerson()).email)
    const responses = await Promise.all([1, 2, 3].map((n) => reset(id, t, `${newPassword}-${n}`)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 410, 410])
  })

  it('works for ten minutes, also when another e-mail has come after it', async () => {
    const person = await createPerson()
    const first = await askForLink(person.email)
    advance(6 * minuteMs)
    const second = await askForLink(person.email)
    expect(second.t).not.toBe(first.t)
    advance(3 * minuteMs)
    expect(bodyOf(await (await new Visitor().get(first.link)).text())).not.toContain('name="code"')
    advance(minuteMs)
    const page = bodyOf(await (await new Visitor().get(first.link)).text())
    expect(page).toContain('name="code"')
    expect(page).toContain('This code or link has expired.')
    expect((await reset(first.id, first.t)).status).toBe(410)
    expect((await reset(second.id, second.t)).status).toBe(200)
  })

  it('is worth nothing with another’s id, made up, or after the password was changed', async () => {
    const [anna, ben] = [await createPerson(), await createPerson()]
    const [annas, bens] = [await askForLink(anna.email), await askForLink(ben.email)]
    expect((await reset(bens.id, annas.t)).status).toBe(410)
    expect((await reset(annas.id, 'x'.repeat(43))).status).toBe(410)
    const changed = await browserOf(anna).post('/api/account/password', { currentPassword: password, password: newPassword })
    expect(changed.status).toBe(200)
    expect((await reset(annas.id, annas.t, 'yet-another-quiet-harbour')).status).toBe(410)
    expect((await signIn(anna.email, newPassword)).status).toBe(200)
  })

  it('changes nothing when it is opened', async () => {
    const person = await createPerson()
    const { link, id, t } = await askForLink(person.email)
    for (let time = 0; time < 3; time++) await new Visitor().get(link)
    expect((await signIn(person.email, password)).status).toBe(200)
    expect((await reset(id, t)).status).toBe(200)
  })
})
