import { env, SELF } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { blocks, members } from '#db/schema.ts'
import { notificationActions, notificationsPageSize, type NotificationsPage } from '#features/notifications/contract.ts'
import { notifyMember, readSummary } from '#features/member-hub/server/public.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { createMember, db, postForm, postJson, type TestMember } from '#test/support/worker/members.ts'
import { createPhoto } from '#test/support/worker/photos.ts'
import { newId, origin } from '#test/support/worker/realtime-client.ts'

const ask = (member: TestMember | null, options: { before?: string; page?: string } = {}) =>
  SELF.fetch(
    `${origin}${notificationActions.list.path}${options.before === undefined ? '' : `?before=${encodeURIComponent(options.before)}`}`,
    {
      headers: { referer: origin + (options.page ?? '/likes'), ...(member ? { authorization: `Bearer ${member.token}` } : {}) },
    },
  )
const list = async (...asked: Parameters<typeof ask>) => (await (await ask(...asked)).json()) as NotificationsPage
const unreadOf = async (member: TestMember) => (await readSummary(env, member.id))?.notifications

describe('the list of notifications', () => {
  it('is in the language of the page that asks, whatever language they arrived in', async () => {
    const [anna, ben] = [await createMember({ member: { firstName: 'Anna' } }), await createMember()]
    const conversation = newId()
    await notifyMember(env, ben.id, { id: 'a', kind: 'match', from: anna.id, conversation })
    for (const code of ['en', 'uk', 'de'] as const) {
      const { t } = createTranslator(code, await loadMessages(code, ['notifications']), { timeZone: 'UTC' })
      const prefix = code === 'en' ? '' : `/${code}`
      expect((await list(ben, { page: `${prefix}/likes` })).items).toMatchObject([
        {
          kind: 'match',
          title: t('notifications.match.title', { name: 'Anna' }),
          href: `${prefix}/messages?chat=${conversation}`,
          unread: true,
        },
      ])
    }
  })

  it('leads each kind to its page', async () => {
    const [anna, ben] = [await createMember(), await createMember()]
    await notifyMember(env, ben.id, { id: '1', kind: 'request', from: anna.id, conversation: 'talk' })
    await notifyMember(env, ben.id, { id: '2', kind: 'like', from: anna.id })
    await notifyMember(env, ben.id, { id: '3', kind: 'moderation', photo: 'approved' })
    await notifyMember(env, ben.id, { id: '4', kind: 'security', event: 'new-device', browser: 'Firefox', system: null })
    await notifyMember(env, ben.id, { id: '5', kind: 'order', order: 'order-1', event: 'paid' })
    await notifyMember(env, ben.id, { id: '6', kind: 'gift', from: anna.id, conversation: 'gifts' })
    const { items } = await list(ben, { page: '/uk/likes' })
    expect(items.map(({ kind, href }) => [kind, href]).sort()).toEqual([
      ['gift', '/uk/messages?chat=gifts'],
      ['like', '/uk/likes'],
      ['moderation', '/uk/profile-settings'],
      ['order', '/uk/store?order=order-1'],
      ['request', '/uk/messages?chat=talk'],
      ['security', '/uk/main-settings'],
    ])
    expect(items.find(({ kind }) => kind === 'security')?.message).toContain('Firefox')
  })

  it('counts an order at the bell, and a gift where the messages are counted', async () => {
    const [anna, ben] = [await createMember(), await createMember()]
    await notifyMember(env, ben.id, { id: '1', kind: 'order', order: 'order-1', event: 'refunded' })
    await notifyMember(env, ben.id, { id: '2', kind: 'gift', from: anna.id, conversation: 'gifts' })
    expect(await readSummary(env, ben.id)).toMatchObject({ notifications: 2, bell: 1 })
  })

  it('shows the photo of a person at an address for this reader, and names nobody behind a block or gone', async () => {
    const [anna, carl, dora, ben] = [await createMember(), await createMember(), await createMember(), await createMember()]
    await createPhoto(anna)
    for (const { id } of [anna, carl, dora])
      await notifyMember(env, ben.id, { id: `m-${id}`, kind: 'match', from: id, conversation: id })
    await db.insert(blocks).values({ blockerId: carl.id, blockedId: ben.id, createdAt: 1 })
    await db.update(members).set({ state: 'deleted' }).where(eq(members.id, dora.id))
    const { items } = await list(ben)
    expect(items.map(({ id }) => id)).toEqual([`m-${anna.id}`])
    const photo = await SELF.fetch(origin + items[0]?.icon, { headers: { authorization: `Bearer ${ben.token}` } })
    expect(photo.status).toBe(200)
    const foreign = await SELF.fetch(origin + items[0]?.icon, { headers: { authorization: `Bearer ${carl.token}` } })
    expect(foreign.status).toBe(404)
  })

  it('comes in pages, newest first, without gaps or repeats', async () => {
    const ben = await createMember()
    const ids = Array.from({ length: notificationsPageSize + 5 }, (_, n) => `n${String(n).padStart(2, '0')}`)
    for (const id of ids) await notifyMember(env, ben.id, { id, kind: 'security', event: 'password' })
    const first = await list(ben)
    const second = await list(ben, { before: first.next ?? '' })
    expect(first.items).toHaveLength(notificationsPageSize)
    expect(second.next).toBeNull()
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids.toReversed())
  })

  it('is refused to guests, ended sessions and cursors that are none', async () => {
    const ben = await createMember()
    expect((await ask(null)).status).toBe(401)
    expect((await ask(ben, { before: 'yesterday' })).status).toBe(422)
    await env.DB.prepare('update sessions set revoked_at = 1 where id = ?').bind(ben.sid).run()
    expect((await ask(ben)).status).toBe(401)
  })
})

describe('looking at notifications', () => {
  const withThree = async () => {
    const ben = await createMember()
    for (const id of ['1', '2', '3']) await notifyMember(env, ben.id, { id, kind: 'security', event: 'password' })
    return ben
  }

  it('at one of them leaves the others unread', async () => {
    const ben = await withThree()
    const look = async () => (await postJson(ben, notificationActions.read.path, { id: '2' })).json()
    expect(await look()).toEqual({ unread: 2, wasUnread: true })
    expect(await look()).toEqual({ unread: 2, wasUnread: false })
    const { items } = await list(ben)
    expect(items.filter(({ unread }) => !unread).map(({ id }) => id)).toEqual(['2'])
  })

  it('at all of them leaves none; it is a plain form, too', async () => {
    const ben = await withThree()
    const response = await postForm(ben, notificationActions.read.path, {}, { referer: `${origin}/uk/main-settings` })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/uk/main-settings'])
    expect(await unreadOf(ben)).toBe(0)
  })

  it('needs a live session', async () => {
    const ben = await withThree()
    await env.DB.prepare('update sessions set revoked_at = 1 where id = ?').bind(ben.sid).run()
    expect((await postJson(ben, notificationActions.read.path, {})).status).toBe(401)
    expect(await unreadOf(ben)).toBe(3)
  })
})
