import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createApp } from '#worker/app.ts'
import { findStoredAnswer } from '#worker/render/guest-pages.ts'
import { createPerson } from '#test/support/worker/account.ts'
import { emailsTo, linkIn, signUp, Visitor, visitorElsewhere } from '#test/support/worker/visitor.ts'

afterEach(() => void vi.restoreAllMocks())

const secret = 'sEcReT_'.repeat(6)

/** Paths with an email's secret that a guest opens, with their status. */
async function secretAddresses(): Promise<[string, number][]> {
  const { person } = await signUp()
  const { email } = await createPerson()
  await visitorElsewhere().post('/api/account/reset', { email })
  const reset = linkIn(emailsTo(email).at(-1))
  return [
    [linkIn(emailsTo(person.email).at(-1)), 200],
    [`/uk${linkIn(emailsTo(person.email).at(-1))}`, 200],
    [reset, 200],
    [reset.replace(/&t=.*/, ''), 200],
    [`/sign-in?step=undo&t=${secret}`, 200],
    [`/email-verify?t=${secret}`, 404],
    [`/no-such-page/at-all?t=${secret}`, 404],
  ]
}

describe('an address with an e-mail’s secret', () => {
  it('gets an answer that nothing stores, and its page sends its address to no other site', async () => {
    for (const [path, status] of await secretAddresses()) {
      for (let time = 0; time < 2; time++) {
        const response = await new Visitor().get(path)
        expect([path, response.status]).toEqual([path, status])
        expect(response.headers.get('cache-control')).toBe('no-store')
        expect(response.headers.get('etag')).toBeNull()
        expect(response.headers.get('referrer-policy')).toBe('same-origin')
      }
      expect(findStoredAnswer(new Request(`https://kismet.localhost${path}`), env, Date.now())).toBeNull()
    }
  })

  it('leaves nothing of itself in a page that is kept for all guests', async () => {
    for (let time = 0; time < 2; time++) {
      const response = await new Visitor().get(`/privacy-policy?t=${secret}`)
      expect(response.status).toBe(200)
      expect(await response.text()).not.toContain(secret)
    }
  })

  it('is in no line that we log, also when its request fails', async () => {
    const lines: string[] = []
    for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const)
      vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => void lines.push(parts.map(String).join(' ')))
    // A database that is away: every page that reads from it fails.
    const away = { ...env, DB: undefined }
    for (const path of [`/email-verify?t=${secret}`, `/sign-in?step=undo&t=${secret}`, `/messages?q=${secret}`]) {
      const before = lines.length
      const context = createExecutionContext()
      const request = new Request(`https://kismet.localhost${path}`, { headers: { cookie: `__Host-refresh=${'r'.repeat(43)}` } })
      const response = await createApp().fetch(request, away, context)
      await waitOnExecutionContext(context)
      expect(response.status).toBe(500)
      expect(await response.text()).not.toContain(secret)
      expect(lines.length).toBeGreaterThan(before)
    }
    const { person } = await signUp()
    await new Visitor().get(linkIn(emailsTo(person.email).at(-1)))
    await new Visitor().post('/api/account/reset/password', { c: secret, t: secret, password: 'a-quiet-harbour-at-dusk' })
    expect(lines.join('\n')).toContain('"route":"email-verify"')
    expect(lines.join('\n')).not.toContain(secret)
    expect(lines.join('\n')).not.toContain('t=')
  })
})
