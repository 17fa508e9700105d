import { env } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { defaultPreferences, emailRules, notificationActions } from '#features/notifications/contract.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { notificationKinds } from '#shared/realtime/wire.ts'
import { notifyMember } from '#features/member-hub/server/public.ts'
import { changePreferences, readPreferences } from '#features/notifications/server/public.ts'
import { createMember, postForm, postJson, type TestMember } from '#test/support/worker/members.ts'
import { openPage } from '#test/support/worker/pages.ts'
import { origin } from '#test/support/worker/realtime-client.ts'

const stored = async ({ id }: TestMember) => (await readPreferences(env, id)) ?? defaultPreferences
const none = { toast: false, sound: false, push: true, email: false }
const notEvenPush = { ...none, push: false }
const fromSettings = { referer: `${origin}/uk/main-settings` }

describe('what reaches a member', () => {
  it('is what they ticked; security e-mails cannot be turned off, and e-mails about likes not on', async () => {
    const anna = await createMember()
    const response = await postJson(anna, notificationActions.kinds.path, {
      toast: ['message', 'security'],
      sound: ['message'],
      email: ['match', 'like', 'visitor', 'favourite', 'blind-date', 'moderation'],
    })
    expect(response.status).toBe(200)
    expect((await stored(anna)).notifications).toEqual({
      message: { toast: true, sound: true, push: true, email: false },
      request: none,
      match: { ...none, email: true },
      like: none,
      visitor: notEvenPush,
      favourite: notEvenPush,
      stranger: none,
      reveal: none,
      'blind-date': { ...none, email: true },
      order: { ...none, email: true },
      gift: none,
      verification: { toast: false, sound: false, push: true, email: true },
      moderation: notEvenPush,
      security: { toast: true, sound: false, push: true, email: true },
    })
  })

  it('is a plain form: no box at all turns all off, and the page shows what is set', async () => {
    const anna = await createMember()
    const response = await postForm(
      anna,
      notificationActions.kinds.path,
      [
        ['plain', '1'],
        ['toast[]', 'like'],
      ],
      fromSettings,
    )
    expect([response.status, response.headers.get('location')]).toEqual([303, '/uk/main-settings'])
    expect((await stored(anna)).notifications).toMatchObject({ message: none, like: { ...none, toast: true } })
    const page = await (await openPage(anna, '/main-settings?section=notifications')).text()
    const box = (name: string, kind: string) =>
      new RegExp(`<input[^>]*name="${name}\\[\\]"[^>]*value="${kind}"[^>]*>`).exec(page)?.[0]
    expect(box('toast', 'like')).toContain('checked')
    expect(box('toast', 'message')).not.toContain('checked')
    expect(box('email', 'security'), 'nothing to choose').toBeUndefined()
    expect(box('email', 'like')).toBeUndefined()
  })

  it('is offered by e-mail as the rule of each kind says, and no kind is offered that does not exist', async () => {
    const anna = await createMember()
    const page = await (await openPage(anna, '/main-settings?section=notifications')).text()
    const { t } = createTranslator('en', await loadMessages('en', ['settings']), { timeZone: 'UTC' })
    const [, table = ''] = /<tbody>(.*?)<\/tbody>/s.exec(page.slice(page.indexOf('name="toast[]"') - 4000)) ?? []
    const rows = table.split('</tr>').slice(0, -1)
    const offered = rows.map((row) => {
      const cell = row.split('<td>').at(-1) ?? ''
      const [, ticked] = /name="email\[\]"[^>]*value="([\w-]+)"/.exec(cell) ?? []
      const said = (['always', 'never', 'reports'] as const).find((rule) =>
        cell.includes(t(`settings.notifications.kinds.${rule}`)),
      )
      return [/name="toast\[\]"[^>]*value="([\w-]+)"/.exec(row)?.[1], ticked === undefined ? said : 'chosen']
    })
    expect(offered).toEqual(notificationKinds.map((kind) => [kind, emailRules[kind]]))
    expect(emailRules).toEqual({
      message: 'chosen',
      request: 'chosen',
      match: 'chosen',
      reveal: 'chosen',
      'blind-date': 'chosen',
      gift: 'chosen',
      like: 'never',
      visitor: 'never',
      favourite: 'never',
      stranger: 'never',
      order: 'always',
      security: 'always',
      verification: 'always',
      moderation: 'reports',
    })
  })

  it('is pushed for the kinds that are ticked, by a form that has boxes for it', async () => {
    const anna = await createMember()
    await postJson(anna, notificationActions.kinds.path, { toast: ['message'], push: ['visitor'], hasPush: '1' })
    const { notifications } = await stored(anna)
    expect(notifications).toMatchObject({ message: { ...notEvenPush, toast: true }, visitor: none, match: notEvenPush })
    expect(notifications.security).toMatchObject({ push: false, email: true })
  })

  it('takes no kinds that are not there, and leaves the other settings alone', async () => {
    const anna = await createMember()
    await changePreferences(env, anna.id, { typing: false, quietHours: { start: '22:00', end: '06:00' } })
    const before = await stored(anna)
    expect((await postJson(anna, notificationActions.kinds.path, { toast: ['poke'] })).status).toBe(422)
    expect((await postJson(anna, notificationActions.kinds.path, { toast: 'message' })).status).toBe(422)
    expect(await stored(anna)).toEqual(before)
    await postJson(anna, notificationActions.kinds.path, {})
    expect(await stored(anna)).toMatchObject({ typing: false, readMarks: true, quietHours: before.quietHours })
  })

  it('needs a live session', async () => {
    const anna = await createMember()
    await env.DB.prepare('update sessions set revoked_at = 1 where id = ?').bind(anna.sid).run()
    for (const path of [notificationActions.kinds.path, notificationActions.quiet.path])
      expect((await postJson(anna, path, {})).status).toBe(401)
    expect(await stored(anna)).toEqual(defaultPreferences)
  })
})

describe('quiet hours', () => {
  it('are set, changed and taken away', async () => {
    const anna = await createMember()
    const set = (body: Record<string, string>) => postJson(anna, notificationActions.quiet.path, body)
    expect(await (await set({ quiet: '1', start: '23:15', end: '06:45' })).json()).toMatchObject({
      quietHours: { start: '23:15', end: '06:45' },
    })
    expect((await stored(anna)).quietHours).toEqual({ start: '23:15', end: '06:45' })
    expect((await set({ start: '23:15', end: '06:45' })).status).toBe(200)
    expect((await stored(anna)).quietHours).toBeNull()
  })

  it.each([{ start: '24:00', end: '06:00' }, { start: '9:00', end: '06:00' }, { start: '22:00', end: '' }, { start: '22:00' }])(
    '%j are refused, by the field',
    async (times) => {
      const anna = await createMember()
      const response = await postJson(anna, notificationActions.quiet.path, { quiet: '1', ...times })
      expect(response.status).toBe(422)
      const { error } = await response.json<{ error: { fields: Record<string, string> } }>()
      expect(Object.keys(error.fields)).toEqual([times.start === '22:00' ? 'end' : 'start'])
      expect((await stored(anna)).quietHours).toBeNull()
    },
  )

  it('are a plain form that comes back with what was typed', async () => {
    const anna = await createMember({ member: { timeZone: 'Europe/Kyiv' } })
    const refused = await postForm(
      anna,
      notificationActions.quiet.path,
      { quiet: '1', start: '21:30', end: 'late' },
      fromSettings,
    )
    const flash =
      refused.headers
        .getSetCookie()
        .find((line) => line.startsWith('__Host-flash='))
        ?.split(';')[0] ?? ''
    const page = await (
      await openPage(anna, '/main-settings?section=notifications', { cookie: `${flash}; __Host-plain=1` })
    ).text()
    const select = (name: string) => new RegExp(`<select[^>]*name="${name}".*?</select>`, 's').exec(page)?.[0]
    expect(select('start')).toMatch(/<option value="21:30" selected="">21:30</)
    expect(select('end')).toMatch(/^<select[^>]*aria-invalid="true"/)
    expect(page).toContain('Your time zone is Kyiv')
    await postForm(anna, notificationActions.quiet.path, { quiet: '1', start: '22:00', end: '05:00' }, fromSettings)
    expect((await stored(anna)).quietHours).toEqual({ start: '22:00', end: '05:00' })
  })
})

it('without a script the settings hold the newest notifications, and a form that marks them read', async () => {
  const [anna, ben] = [await createMember({ member: { firstName: 'Anna' } }), await createMember()]
  await notifyMember(env, ben.id, { id: 'm', kind: 'match', from: anna.id, conversation: 'talk' })
  const page = await (await openPage(ben, '/uk/main-settings?section=latest', { cookie: '__Host-plain=1' })).text()
  const section = page.slice(page.indexOf('id="notifications"'))
  expect(section).toContain('href="/uk/messages?chat=talk"')
  expect(section).toContain(`action="${notificationActions.read.path}"`)
})
