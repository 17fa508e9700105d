import { notificationActions } from '#features/notifications/contract.ts'
import { env, SELF } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { members } from '#db/schema.ts'
import { readPreferences } from '#features/notifications/server/public.ts'
import { openUnsubscription, sealUnsubscription } from '#features/notifications/server/unsubscribe-token.ts'
import { createMember, db, type TestMember } from '#test/support/worker/members.ts'
import { origin } from '#test/support/worker/realtime-client.ts'

const addressFor = async ({ id }: TestMember) =>
  `${origin}${notificationActions.unsubscribe.path}?token=${await sealUnsubscription(env, { member: id, kinds: ['message', 'match'] })}`
const emailsOf = async ({ id }: TestMember) => {
  const set = (await readPreferences(env, id))?.notifications
  return { message: set?.message.email, request: set?.request.email, match: set?.match.email, security: set?.security.email }
}
const untouched = { message: true, request: true, match: true, security: true }
/** Posts as a mail program does: no cookie, no Origin. */
const oneClick = (address: string) =>
  SELF.fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
    redirect: 'manual',
  })

describe('unsubscribing', () => {
  it('by one click of a mail program ends e-mails about the kinds of that e-mail, and those alone', async () => {
    const anna = await createMember()
    const response = await oneClick(await addressFor(anna))
    expect(response.status).toBe(200)
    expect(await emailsOf(anna)).toEqual({ message: false, request: true, match: false, security: true })
    expect((await oneClick(await addressFor(anna))).status, 'again changes nothing').toBe(200)
  })

  it('is asked by a page that does nothing by itself, in the member’s language', async () => {
    const anna = await createMember({ member: { locale: 'uk' } })
    const address = await addressFor(anna)
    for (const method of ['GET', 'HEAD']) {
      const response = await SELF.fetch(address, { method })
      expect([method, response.status]).toEqual([method, 200])
    }
    const response = await SELF.fetch(address)
    const page = await response.text()
    expect(page).toContain('<html lang="uk">')
    expect(response.headers.get('content-security-policy')).toContain("form-action 'self'")
    expect(response.headers.get('x-robots-tag')).toBe('noindex')
    expect(await emailsOf(anna)).toEqual(untouched)
    const action = /<form method="post" action="([^"]+)"/.exec(page)?.[1] ?? ''
    const done = await oneClick(origin + action)
    expect(await done.text()).toContain('/uk/main-settings?section=notifications')
    expect(await emailsOf(anna)).toMatchObject({ message: false, match: false })
  })

  it('works for a restricted member, and says nothing about one who is gone', async () => {
    const [anna, gone] = [await createMember(), await createMember()]
    await db.update(members).set({ state: 'restricted' }).where(eq(members.id, anna.id))
    const withSession = await SELF.fetch(await addressFor(anna), {
      method: 'POST',
      headers: { authorization: `Bearer ${anna.token}` },
    })
    expect(withSession.status).toBe(200)
    const address = await addressFor(gone)
    await db.delete(members).where(eq(members.id, gone.id))
    const unknown = await oneClick(`${origin}${notificationActions.unsubscribe.path}?token=nothing`)
    const answer = await oneClick(address)
    expect([answer.status, await answer.text()]).toEqual([404, await unknown.text()])
  })

  it.each(['', 'nothing', '../../x', 'e'.repeat(5000)])('with the token %j changes nothing', async (token) => {
    expect((await oneClick(`${origin}${notificationActions.unsubscribe.path}?token=${encodeURIComponent(token)}`)).status).toBe(
      404,
    )
  })
})

describe('the link', () => {
  it('outlives one change of the secret, not two, and nobody can make one', async () => {
    const old = { SESSION_SECRET: 'a'.repeat(43) }
    const token = await sealUnsubscription(old, { member: 'm', kinds: ['match'] })
    const found = { member: 'm', kinds: ['match'] }
    expect(await openUnsubscription(old, token)).toEqual(found)
    expect(
      await openUnsubscription({ SESSION_SECRET: 'b'.repeat(43), SESSION_SECRET_PREVIOUS: old.SESSION_SECRET }, token),
    ).toEqual(found)
    expect(
      await openUnsubscription({ SESSION_SECRET: 'c'.repeat(43), SESSION_SECRET_PREVIOUS: 'b'.repeat(43) }, token),
    ).toBeNull()
    expect(await openUnsubscription(old, `${token.slice(0, -4)}AAAA`)).toBeNull()
    expect(token).not.toContain('match')
  })

  it('can end no e-mails about security', async () => {
    const anna = await createMember()
    const token = await sealUnsubscription(env, { member: anna.id, kinds: ['security', 'message'] })
    await oneClick(`${origin}${notificationActions.unsubscribe.path}?token=${token}`)
    expect(await emailsOf(anna)).toMatchObject({ message: false, security: true })
  })
})
