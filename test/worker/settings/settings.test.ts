import { settingsActions } from '#features/settings/contract.ts'
import { env, SELF } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { members } from '#db/schema.ts'
import { defaultPreferences } from '#features/notifications/contract.ts'
import { readPreferences } from '#features/notifications/server/public.ts'
import { createMember, db, postForm, postJson, type TestMember } from '#test/support/worker/members.ts'
import { origin } from '#test/support/worker/realtime-client.ts'

const appearanceOf = async (member: TestMember) =>
  (await db.select({ id: members.appearance }).from(members).where(eq(members.id, member.id)))[0]?.id
const openSettings = async (member: TestMember, section = 'look') =>
  (
    await SELF.fetch(`${origin}/main-settings?section=${section}`, { headers: { authorization: `Bearer ${member.token}` } })
  ).text()

describe('the appearance', () => {
  it.each([
    ['1', 1, 'data-mode="light"'],
    ['2', 2, 'data-mode="dark"'],
    [3, 3, null],
  ])('%s is stored and written on the next document', async (sent, stored, attribute) => {
    const anna = await createMember({ member: { appearance: stored === 1 ? 2 : 1 } })
    const response = await postJson(anna, settingsActions.appearance.path, { appearance: sent })
    expect(await response.json()).toMatchObject({ appearance: { id: stored } })
    expect(await appearanceOf(anna)).toBe(stored)
    const root = /<html[^>]*>/.exec(await openSettings(anna))?.[0] ?? ''
    if (attribute) expect(root).toContain(attribute)
    else expect(root).not.toContain('data-mode')
  })

  it('can be chosen by a plain form', async () => {
    const anna = await createMember()
    const response = await postForm(
      anna,
      settingsActions.appearance.path,
      { appearance: '2' },
      { referer: `${origin}/uk/main-settings` },
    )
    expect([response.status, response.headers.get('location')]).toEqual([303, '/uk/main-settings'])
    expect(await appearanceOf(anna)).toBe(2)
  })

  it.each([0, 4, 1.5, '', 'dark', null, [2], { id: 2 }])('%j is refused and nothing changes', async (appearance) => {
    const anna = await createMember({ member: { appearance: 3 } })
    const response = await postJson(anna, settingsActions.appearance.path, { appearance })
    expect(response.status).toBe(422)
    expect(await appearanceOf(anna)).toBe(3)
  })

  it('needs a live session', async () => {
    const anna = await createMember()
    await env.DB.prepare('update sessions set revoked_at = 1 where id = ?').bind(anna.sid).run()
    expect((await postJson(anna, settingsActions.appearance.path, { appearance: 2 })).status).toBe(401)
    expect(await appearanceOf(anna)).toBe(1)
  })
})

describe('the time zone', () => {
  const zoneOf = async (member: TestMember) =>
    (await db.select({ zone: members.timeZone }).from(members).where(eq(members.id, member.id)))[0]?.zone
  const choose = (member: TestMember, timeZone: unknown) => postJson(member, settingsActions.timeZone.path, { timeZone })

  it('is chosen from those of the world, and the quiet hours go by it', async () => {
    const anna = await createMember({ member: { timeZone: 'Europe/London' } })
    const before = await openSettings(anna)
    expect(before).toMatch(/<option value="Europe\/London" selected="">London<\/option>/)
    expect(before).toContain('<option value="America/Sao_Paulo">São Paulo</option>')
    expect(await (await choose(anna, 'America/Sao_Paulo')).json()).toMatchObject({ timeZone: 'America/Sao_Paulo' })
    expect(await zoneOf(anna)).toBe('America/Sao_Paulo')
    expect(await openSettings(anna, 'notifications')).toContain('Your time zone is São Paulo')
  })

  it('may be taken from the device by a plain form, which offers it where it is another one', async () => {
    const anna = await createMember({ member: { timeZone: 'Europe/London' } })
    const page = async () => {
      const headers = { authorization: `Bearer ${anna.token}`, cookie: 'tz=Europe%2FMadrid' }
      return (await SELF.fetch(`${origin}/main-settings?section=look`, { headers })).text()
    }
    expect(await page()).toMatch(/<button value="Europe\/Madrid"[^>]* name="device"/)
    const fields = { timeZone: 'Europe/London', device: 'Europe/Madrid' }
    const response = await postForm(anna, settingsActions.timeZone.path, fields, { referer: `${origin}/uk/main-settings` })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/uk/main-settings'])
    expect(await zoneOf(anna)).toBe('Europe/Madrid')
    expect(await page()).not.toContain('name="device"')
  })

  it.each(['', 'Moon/Sea', '../etc', 'x'.repeat(2000), 7, null, ['UTC']])('%j is refused', async (timeZone) => {
    const anna = await createMember({ member: { timeZone: 'Europe/London' } })
    expect((await choose(anna, timeZone)).status).toBe(422)
    expect(await zoneOf(anna)).toBe('Europe/London')
  })

  it('changes twice a week, so that nobody’s day of likes begins again and again', async () => {
    const anna = await createMember({ member: { timeZone: 'Europe/London' } })
    for (const zone of ['Europe/London', 'Asia/Tokyo', 'Asia/Tokyo', 'Europe/Kyiv'])
      expect((await choose(anna, zone)).status).toBe(200)
    expect((await choose(anna, 'Asia/Tokyo')).status).toBe(429)
    expect((await choose(anna, 'Europe/Kyiv')).status).toBe(200)
    expect(await zoneOf(anna)).toBe('Europe/Kyiv')
  })

  it('needs a live session', async () => {
    const anna = await createMember()
    await env.DB.prepare('update sessions set revoked_at = 1 where id = ?').bind(anna.sid).run()
    expect((await choose(anna, 'Asia/Tokyo')).status).toBe(401)
    expect(await zoneOf(anna)).toBe('UTC')
  })
})

describe('read receipts and typing', () => {
  const stored = (member: TestMember) => readPreferences(env, member.id)

  it('are shared until the member turns them off, whole or one by one', async () => {
    const anna = await createMember()
    expect(await stored(anna)).toEqual(defaultPreferences)
    const response = await postJson(anna, settingsActions.chat.path, { readMarks: false, typing: true })
    expect(await response.json()).toMatchObject({ readMarks: false, typing: true })
    expect(await stored(anna)).toEqual({ ...defaultPreferences, readMarks: false })
  })

  it('are a plain form, too: what is not ticked is off, and the page shows it', async () => {
    const anna = await createMember()
    const response = await postForm(anna, settingsActions.chat.path, { typing: '1' }, { referer: `${origin}/uk/main-settings` })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/uk/main-settings'])
    expect(await stored(anna)).toMatchObject({ readMarks: false, typing: true })
    const page = await openSettings(anna, 'privacy')
    expect(/<input[^>]*name="typing"[^>]*>/.exec(page)?.[0]).toContain('checked')
    expect(/<input[^>]*name="readMarks"[^>]*>/.exec(page)?.[0]).not.toContain('checked')
  })

  it('need a live session', async () => {
    const anna = await createMember()
    await env.DB.prepare('update sessions set revoked_at = 1 where id = ?').bind(anna.sid).run()
    expect((await postJson(anna, settingsActions.chat.path, { readMarks: false })).status).toBe(401)
    expect(await stored(anna)).toEqual(defaultPreferences)
  })
})

describe('the index', () => {
  const open = async (member: TestMember, path: string) =>
    (await SELF.fetch(origin + path, { headers: { authorization: `Bearer ${member.token}`, cookie: '__Host-plain=1' } })).text()

  it('shows each group’s state, and signs out, on every one of its pages', async () => {
    const anna = await createMember({ profile: { showsOnline: false } })
    for (const query of ['', '?section=look', '?section=nothing']) {
      const page = await open(anna, `/main-settings${query}`)
      expect(page).toContain('1 device signed in')
      expect(page).toContain('Online status hidden')
      expect(page).toContain('English (UK) · Light')
      expect(page).toMatch(/<form[^>]*action="\/api\/auth\/sign-out"/)
    }
  })

  it('leads to each section and back by plain links', async () => {
    const anna = await createMember()
    const index = await open(anna, '/main-settings')
    for (const section of ['account', 'devices', 'notifications', 'privacy', 'look'])
      expect(index, section).toContain(`href="/main-settings?section=${section}"`)
    expect(await open(anna, '/main-settings?section=privacy')).toMatch(/<a[^>]*href="\/main-settings"/)
    expect(await open(anna, '/main-settings?section=look')).toMatch(/<select[^>]*name="timeZone"/)
  })

  it('opens a section by its address, and where a list of people was asked for, privacy', async () => {
    const anna = await createMember()
    expect(await open(anna, '/main-settings?section=devices')).toContain('<h1')
    const headingOf = async (query: string) =>
      /<h1[^>]*>([^<]*)</.exec(await open(anna, `/main-settings${query}`))?.[1]?.replace('&amp;', '&')
    expect(await headingOf('')).toBe('Settings')
    expect(await headingOf('?section=devices')).toBe('Devices')
    for (const query of ['?section=privacy', '?done=blocked', '?blocked=x'])
      expect(await headingOf(query)).toBe('Privacy & safety')
  })

  it('lets every legal text be read, without a script, on a page of its own alone', async () => {
    const anna = await createMember()
    const index = await open(anna, '/uk/main-settings')
    expect(index).toMatch(/<a href="\/uk\/main-settings\?section=legal"/)
    expect(index).not.toContain('privacy-s1')
    const page = await open(anna, '/uk/main-settings?section=legal')
    expect(page).toMatch(/<h1[^>]*>Правові тексти</)
    for (const section of ['terms-s9', 'privacy-s1', 'privacy-transfer', 'cookies-s6', 'consent-s6'])
      expect(page).toContain(`<h3 id="${section}"`)
  })

  it('gives the latest notifications an address of their own, and nowhere else', async () => {
    const anna = await createMember()
    expect(await open(anna, '/main-settings?section=latest')).toContain('id="notifications"')
    for (const query of ['', '?section=notifications'])
      expect(await open(anna, `/main-settings${query}`)).not.toContain('id="notifications"')
  })

  it('names a zone once and by its city, whatever the browser calls it', async () => {
    const anna = await createMember({ member: { timeZone: 'Europe/Kyiv' } })
    const headers = { authorization: `Bearer ${anna.token}`, cookie: 'tz=Europe%2FKiev' }
    const page = await (await SELF.fetch(`${origin}/uk/main-settings?section=look`, { headers })).text()
    expect(page.match(/<option value="Europe\/K[iy]+e?v" ?(selected="")?>[^<]*/g)).toEqual([
      '<option value="Europe/Kyiv" selected="">Київ',
    ])
    expect(page).not.toContain('name="device"')
    expect(page).toContain('<option value="America/New_York">Нью-Йорк</option>')
  })
})
