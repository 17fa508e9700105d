import { visitActions } from '#features/visits/contract.ts'
import { settingsActions } from '#features/settings/contract.ts'
import { sessionActions, accountActions } from '#features/auth/contract.ts'
import { likeActions } from '#features/likes/contract.ts'
import { favouriteActions } from '#features/favourites/contract.ts'
import { requestActions, chatActions } from '#features/chat/contract.ts'
import { blockActions } from '#features/blocks/contract.ts'
import { env, SELF } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { favourites, likes, passes, sessions, visits } from '#db/schema.ts'
import { sendMessage } from '#features/chat/server/public.ts'
import { addressesFor } from '#features/photos/server/public.ts'
import { notifyMember } from '#features/member-hub/server/public.ts'
import { browserOf } from '#test/support/worker/account.ts'
import { createMatch } from '#test/support/worker/match.ts'
import { createMember, db, postJson, type TestMember } from '#test/support/worker/members.ts'
import { openPage } from '#test/support/worker/pages.ts'
import { createPhoto, pictureBytes, upload } from '#test/support/worker/photos.ts'
import { newId, origin } from '#test/support/worker/realtime-client.ts'
import { createModerator, signInAgain } from '#test/support/worker/staff.ts'

/** Ways in which a session ends while its access token is still good for minutes. */
const endings: Record<string, (member: TestMember) => Promise<unknown>> = {
  'was signed out': (member) => browserOf(member).post(sessionActions.signOut.path, {}),
  'was ended as a device': async (member) => {
    const other = await signInAgain({ member })
    await db.update(sessions).set({ confirmedAt: Date.now() }).where(eq(sessions.id, other.member.sid))
    const ended = await browserOf(other.member).post(accountActions.endDevices.path, { id: member.sid })
    expect(ended.status).toBe(200)
  },
  'was revoked, as with a new password': ({ sid }) =>
    db.update(sessions).set({ revokedAt: Date.now() }).where(eq(sessions.id, sid)),
  'has expired': ({ sid }) => db.update(sessions).set({ expiresAt: Date.now() }).where(eq(sessions.id, sid)),
}

const statusOf = async (answer: Promise<Response>) => {
  const response = await answer
  await response.arrayBuffer()
  return response.status
}

describe.each(Object.entries(endings))('a token whose session %s', (_, end) => {
  it('reads no photo: neither others’ nor its owner’s', async () => {
    const [owner, member] = await Promise.all([createMember(), createMember()])
    const addressOf = await addressesFor(env, member.id, Date.now())
    const addresses = [await createPhoto(owner), await createPhoto(member)].map(({ key }) => addressOf(key))
    for (const address of addresses) expect(await statusOf(openPage(member, address))).toBe(200)
    await end(member)
    for (const address of addresses) {
      expect(await statusOf(openPage(member, address))).toBe(404)
      const cookie = { headers: { cookie: `__Host-access=${member.token}` } }
      expect(await statusOf(SELF.fetch(origin + address, cookie))).toBe(404)
    }
  })

  it('writes nothing', async () => {
    const [member, liker, other] = await Promise.all([createMember(), createMember(), createMember()])
    await notifyMember(env, member.id, { id: newId(), kind: 'like', from: liker.id })
    const hub = env.MEMBER_HUB.getByName(member.id)
    expect((await hub.summary()).likes).toBe(1)
    await end(member)
    const calls: [string, unknown][] = [
      [likeActions.seen.path, { until: Date.now() }],
      [likeActions.like.path, { id: other.id }],
      [likeActions.pass.path, { id: other.id }],
      [favouriteActions.keep.path, { id: other.id, note: '' }],
      [visitActions.leave.path, { id: other.id }],
      [blockActions.block.path, { id: other.id }],
      [requestActions.send.path, { to: other.id, cid: newId(), text: 'Hello!' }],
      [settingsActions.timeZone.path, { timeZone: 'Europe/Kyiv' }],
    ]
    for (const [path, body] of calls) expect(await statusOf(postJson(member, path, body)), path).toBe(401)
    expect(await statusOf(upload(member, pictureBytes('gpsJpeg')))).toBe(401)
    expect((await hub.summary()).likes).toBe(1)
    const rows = await db.batch([
      db.select().from(likes).where(eq(likes.fromId, member.id)),
      db.select().from(passes).where(eq(passes.fromId, member.id)),
      db.select().from(favourites).where(eq(favourites.ownerId, member.id)),
      db.select().from(visits).where(eq(visits.visitorId, member.id)),
    ])
    expect(rows.flat()).toEqual([])
  })

  it('reads no conversation and no photo in one', async () => {
    const { anna, ben, conversation } = await createMatch()
    await sendMessage(env, conversation, { member: ben.id, cid: newId(), text: 'Hello' })
    await end(anna)
    expect(await statusOf(openPage(anna, `${chatActions.photo.path}/${conversation}/${newId()}`))).toBe(401)
    expect(await statusOf(postJson(anna, chatActions.send.path, { conversation, cid: newId(), text: 'Hi' }))).toBe(401)
    expect((await env.CONVERSATION.getByName(conversation).history(ben.id, { limit: 50 }))?.messages).toHaveLength(1)
  })

  it('opens none of the operators’ pages, and no photo at an address for deciding', async () => {
    const { member } = await createModerator()
    const { key } = await createPhoto(await createMember(), { state: 'pending' })
    const address = (await addressesFor(env, member.id, Date.now(), 'r'))(key)
    expect(await statusOf(openPage(member, address))).toBe(200)
    await end(member)
    for (const path of [address, '/ops', '/ops/photos', '/ops/reports/x/photos/1'])
      expect(await statusOf(openPage(member, path)), path).toBe(404)
  })
})
