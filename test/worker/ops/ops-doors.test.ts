import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { auditLog, secondFactors, sessions } from '#db/schema.ts'
import { decodeBase32, stepAt } from '#features/ops/rules.ts'
import { openSecret, sealSecret } from '#features/ops/server/sealed-secret.ts'
import { codeAt } from '#features/ops/server/totp.ts'
import { createMember, db, postForm, type TestMember } from '#test/support/worker/members.ts'
import { openPage } from '#test/support/worker/pages.ts'
import { origin } from '#test/support/worker/realtime-client.ts'
import { restrictUnseen } from '#test/support/worker/restrictions.ts'
import {
  codeNow,
  confirmAnew,
  createColleague,
  createEnrolled,
  createModerator,
  signInAgain,
} from '#test/support/worker/staff.ts'

const factorOf = async (memberId: string) =>
  (await db.select().from(secondFactors).where(eq(secondFactors.memberId, memberId)))[0]
const actionsOf = async (actorId: string) =>
  (await db.select().from(auditLog).where(eq(auditLog.actorId, actorId))).map((row) => row.action)

describe('the operators’ pages', () => {
  /** All that could tell two addresses apart: the address itself, nonces and clocks taken out. */
  async function seen(answer: Promise<Response>) {
    const response = await answer
    const nonce = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1]
    const plain = (text: string) =>
      (nonce ? text.replaceAll(nonce, '…') : text)
        .replace(/\/(ops|xyz)\b/g, '/…')
        .replace(/\d{4,}(\.\d+)?/g, '0')
        // The token for the socket names the second in which it was made.
        .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'token')
    const headers = [...response.headers].filter(([name]) => name !== 'x-request-id').map((header) => plain(header.join(': ')))
    return { status: response.status, headers, body: plain(await response.text()) }
  }
  /** Without script pages come in one piece, so that nothing depends on what arrives first. */
  const plainBrowser = { 'accept-language': 'de', cookie: 'locale=pl; __Host-plain=1' }
  const unseen = async (role: 'moderator' | 'operator') => {
    const { member } = await createModerator(role)
    await restrictUnseen(member)
    return member
  }
  const visitors: Record<string, () => Promise<TestMember | null>> = {
    guest: async () => null,
    member: () => createMember(),
    'paused member': () => createMember({ member: { state: 'paused' } }),
    'restricted moderator': () => createMember({ member: { state: 'restricted', role: 'moderator' } }),
    'moderator whose restriction others do not see yet': () => unseen('moderator'),
    'operator whose restriction others do not see yet': () => unseen('operator'),
    'deleted operator': () => createMember({ member: { state: 'deleted', role: 'operator' } }),
  }

  it.each(Object.keys(visitors))('are, for a %s, what any unknown address is: same status, headers and page', async (name) => {
    const visitor = (await visitors[name]?.()) ?? null
    for (const [ours, unknown] of [
      ['/ops', '/xyz'],
      ['/ops/', '/xyz/'],
      ['/ops/photos', '/xyz/photos'],
      ['/ops/_payload.json', '/xyz/_payload.json'],
      ['/uk/ops', '/uk/xyz'],
    ] as const) {
      expect(await seen(openPage(visitor, ours, plainBrowser)), ours).toEqual(
        await seen(openPage(visitor, unknown, plainBrowser)),
      )
    }
    const posted = await seen(postForm(visitor, '/ops/code', { code: '1' }, plainBrowser))
    expect(posted).toEqual(await seen(postForm(visitor, '/xyz/code', { code: '1' }, plainBrowser)))
    expect(posted.status).toBe(404)
  })

  it('are not there for a moderator whose session has ended', async () => {
    const { member } = await createModerator()
    await db.update(sessions).set({ revokedAt: Date.now() }).where(eq(sessions.id, member.sid))
    expect((await openPage(member, '/ops')).status).toBe(404)
  })

  it('take nothing that another site posts', async () => {
    const colleague = await createEnrolled()
    const fields = { code: await codeNow() }
    const foreign = await postForm(colleague.member, '/ops/code', fields, { origin: 'https://evil.example' })
    const marked = await postForm(colleague.member, '/ops/code', fields, { 'sec-fetch-site': 'cross-site' })
    expect([foreign.status, marked.status]).toEqual([403, 403])
    expect((await factorOf(colleague.id))?.lastStep).toBe(0)
  })

  it('are stored nowhere, run one file of ours and stand in no frame', async () => {
    const response = await (await createModerator()).get('/ops')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; script-src ${origin}/ops.js`,
    )
    expect((await response.text()).match(/<script[^>]*>/g)).toEqual(['<script src="/ops.js" type="module">'])
  })

  it('run no script before the second factor was given', async () => {
    const response = await (await createEnrolled()).get('/ops')
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'(?!.*script-src).*frame-ancestors 'none'/)
    expect(await response.text()).not.toContain('<script')
  })
})

describe('the enrolment', () => {
  it('shows a secret, takes a code of it, and shows recovery codes once', async () => {
    const colleague = await createColleague()
    await confirmAnew(colleague)
    expect(await (await colleague.get('/ops')).text()).toContain('Set up the second factor')
    expect((await colleague.submit('/ops/enrol')).status).toBe(303)
    const page = await (await colleague.get('/ops')).text()
    const secret = /otpauth:\/\/totp\/[^"]*secret=([A-Z2-7]{32})/.exec(page)?.[1] ?? ''
    expect(decodeBase32(secret)).toHaveLength(20)

    expect((await colleague.submit('/ops/confirm', { code: '000000' })).status).toBe(422)
    const confirmed = await colleague.submit('/ops/confirm', { code: await codeAt(secret, stepAt(Date.now())) })
    const codes = [...(await confirmed.text()).matchAll(/<code>([A-Z2-7 ]{19})<\/code>/g)].map((found) => found[1] ?? '')
    expect(new Set(codes).size).toBe(10)
    await db.update(secondFactors).set({ acceptedAt: Date.now() }).where(eq(secondFactors.memberId, colleague.id))
    expect(await actionsOf(colleague.id)).toEqual(['second-factor.code-wrong', 'second-factor.enrolled'])

    const stored = JSON.stringify(await factorOf(colleague.id))
    for (const code of [secret, ...codes.map((code) => code.replaceAll(' ', ''))]) expect(stored).not.toContain(code)

    expect((await colleague.submit('/ops/code', { code: codes[3] ?? '' })).status).toBe(303)
    expect(await (await colleague.get('/ops')).text()).toContain('Recovery codes left: 9')
    expect((await colleague.submit('/ops/code', { code: codes[3] ?? '' })).status).toBe(422)
    expect(await actionsOf(colleague.id)).toContain('second-factor.recovery-used')
  })

  it('is over once: who has a second factor cannot replace it by password alone', async () => {
    const colleague = await createEnrolled()
    const before = await factorOf(colleague.id)
    await confirmAnew(colleague)
    await colleague.submit('/ops/enrol')
    await colleague.submit('/ops/confirm', { code: await codeNow() })
    expect(await factorOf(colleague.id)).toEqual(before)
    expect((await colleague.get('/ops/photos')).headers.get('location')).toMatch(/\/ops$/)
  })
})

describe('the second factor', () => {
  it('opens the pages for this session alone', async () => {
    const colleague = await createModerator()
    expect((await colleague.get('/ops/photos')).status).toBe(200)
    const elsewhere = await signInAgain(colleague)
    expect((await elsewhere.get('/ops/photos')).status).toBe(303)
  })

  it('takes no code twice, even when it is shown twice at once', async () => {
    const colleague = await createEnrolled()
    const code = await codeNow()
    const answers = await Promise.all([0, 1, 2].map(() => colleague.submit('/ops/code', { code })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([303, 422, 422])
    expect((await colleague.submit('/ops/code', { code })).status).toBe(422)
    expect((await colleague.submit('/ops/code', { code: await codeNow(1) })).status).toBe(303)
    // An earlier step is spent with the later one.
    expect((await colleague.submit('/ops/code', { code: await codeNow(0) })).status).toBe(422)
  })

  it('is asked for five times in a quarter of an hour; then even the right code has to wait', async () => {
    const colleague = await createEnrolled()
    const wrong = await Promise.all([0, 1, 2, 3, 4].map(() => colleague.submit('/ops/code', { code: '000000' })))
    expect(wrong.map((answer) => answer.status)).toEqual([422, 422, 422, 422, 422])
    expect((await colleague.submit('/ops/code', { code: await codeNow() })).status).toBe(429)
  })

  it('stays readable through a change of the deployment’s secret, and is encrypted again', async () => {
    const old = { SESSION_SECRET: 'the-old-secret-0123456789abcdefghijklmnopqrst' }
    const turned = { SESSION_SECRET: env.SESSION_SECRET, SESSION_SECRET_PREVIOUS: old.SESSION_SECRET }
    const sealed = await sealSecret(old, 'anna', 'ABC')
    expect(await openSecret(turned, 'anna', sealed)).toEqual({ secret: 'ABC', isOld: true })
    expect(await openSecret(turned, 'ben', sealed)).toBeNull()
    expect(await openSecret({ SESSION_SECRET: env.SESSION_SECRET }, 'anna', sealed)).toBeNull()
  })
})
