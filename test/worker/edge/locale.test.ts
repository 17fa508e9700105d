import { localeActions } from '#features/locale/contract.ts'
import { env } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { eq } from 'drizzle-orm'
import { members } from '#db/schema.ts'
import { createMember, db, postForm, postJson } from '#test/support/worker/members.ts'
import { origin } from '#test/support/worker/realtime-client.ts'

describe('the choice of a language', () => {
  it('is kept for 365 days, lax, for the whole site', async () => {
    const response = await postForm(null, localeActions.choose.path, { locale: 'uk', next: '/' })
    const cookie = response.headers.getSetCookie().find((header) => header.startsWith('locale='))
    expect(cookie?.split('; ').map((part) => part.toLowerCase())).toEqual(
      expect.arrayContaining(['locale=uk', 'path=/', `max-age=${365 * 24 * 60 * 60}`, 'samesite=lax']),
    )
  })

  it.each([
    ['/', 'uk', '/uk'],
    ['/de/likes?tab=sent&after=1.x', 'uk', '/uk/likes?tab=sent&after=1.x'],
    ['/likes#top', 'fr', '/fr/likes#top'],
    ['/uk/people-nearby', 'en', '/people-nearby'],
    ['/uk', 'en', '/'],
    ['/en-us/sign-in?next=%2Flikes', 'pl', '/pl/sign-in?next=%2Flikes'],
  ])('leads from %s in %s to %s', async (next, locale, target) => {
    const response = await postForm(null, localeActions.choose.path, { locale, next })
    expect([response.status, response.headers.get('location')]).toEqual([303, target])
  })

  it('falls back to the page that sent the form, in the new language', async () => {
    const response = await postForm(null, localeActions.choose.path, { locale: 'de' }, { referer: `${origin}/uk/likes?tab=sent` })
    expect(response.headers.get('location')).toBe('/de/likes?tab=sent')
  })

  it.each(['https://evil.example/', '//evil.example', '/uk//evil.example', '/\\evil.example', '/\tevil', 'javascript:alert(1)'])(
    'never leads to %s',
    async (next) => {
      const response = await postForm(null, localeActions.choose.path, { locale: 'de', next })
      expect([response.status, response.headers.get('location')]).toEqual([303, '/de'])
    },
  )

  it('never leads to another host that the sending page’s own path names', async () => {
    for (const path of ['//evil.example', '/uk//evil.example']) {
      const response = await postForm(null, localeActions.choose.path, { locale: 'de' }, { referer: origin + path })
      expect(response.headers.get('location')).toBe('/de')
    }
  })

  it('of an unknown language is refused and sets no cookie', async () => {
    const response = await postJson(null, localeActions.choose.path, { locale: 'xx' })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ error: { fields: { locale: expect.any(String) } } })
    expect(response.headers.getSetCookie().some((header) => header.startsWith('locale='))).toBe(false)
  })

  it('also decides the language of a member’s e-mails and notifications', async () => {
    const anna = await createMember()
    await postJson(anna, localeActions.choose.path, { locale: 'pl' })
    expect(await db.select({ locale: members.locale }).from(members).where(eq(members.id, anna.id))).toEqual([{ locale: 'pl' }])
    await env.DB.prepare('update sessions set revoked_at = 1 where id = ?').bind(anna.sid).run()
    expect((await postJson(anna, localeActions.choose.path, { locale: 'de' })).status).toBe(200)
    expect(await db.select({ locale: members.locale }).from(members).where(eq(members.id, anna.id))).toEqual([{ locale: 'pl' }])
  })
})
