import { env, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { blocks, members } from '#db/schema.ts'
import { defaultPreferences, type Subject } from '#features/notifications/contract.ts'
import { notifyMember } from '#features/member-hub/server/public.ts'
import { changePreferences, markNoticesRead } from '#features/notifications/server/public.ts'
import { channelName } from '#shared/realtime/wire.ts'
import { createMember, db, type TestMember } from '#test/support/worker/members.ts'
import { openMailbox } from '#test/support/worker/mailbox.ts'
import { connect, newId, origin } from '#test/support/worker/realtime-client.ts'

const minute = 60_000

const hubOf = ({ id }: { id: string }) => env.MEMBER_HUB.getByName(id)
const tell = (to: TestMember, subject: Subject, id = newId()) => notifyMember(env, to.id, { id, ...subject })

/** Creates a member whose emails the test reads. */
async function createReader(options: Parameters<typeof createMember>[0] = {}) {
  const member = await createMember(options)
  return { member, ...(await openMailbox(member)) }
}

/** Moves waiting notifications, earlier emails and alarms into the past by `ms`. */
const pass = (member: TestMember, ms: number) =>
  runInDurableObject(hubOf(member), (_, { storage }) => {
    storage.sql.exec('UPDATE notifications SET mail_at = mail_at - ?', ms)
    storage.sql.exec('UPDATE letters SET at = at - ?', ms)
    storage.sql.exec('UPDATE alarms SET at = at - ?', ms)
  })
const wishOf = (member: TestMember) =>
  runInDurableObject(hubOf(member), (_, { storage }) =>
    storage.sql.exec<{ at: number }>("SELECT at FROM alarms WHERE name = 'letter'").toArray().map(({ at }) => at)[0] ?? null,
  ) // prettier-ignore
const runAlarm = (member: TestMember) => runDurableObjectAlarm(hubOf(member))
/** Lets ten minutes pass and runs the alarm. */
async function later(member: TestMember, ms = 10 * minute) {
  await pass(member, ms)
  await runAlarm(member)
}

describe('an e-mail about unread notifications', () => {
  it('comes after ten minutes, names who it is about, and nothing of what they wrote', async () => {
    const [{ member, sent }, anna] = [
      await createReader({ member: { firstName: 'Ben' } }),
      await createMember({ member: { firstName: 'Anna' } }),
    ]
    const conversation = newId()
    await env.CONVERSATION.getByName(conversation).open({ kind: 'direct', members: [anna.id, member.id], at: Date.now() })
    const annas = await connect(anna.id, anna.sid)
    await annas.enter(conversation)
    await annas.say(conversation, 'a very private word')
    await annas.until(async () => true, 'nothing') // the delivery has begun
    await expect.poll(() => wishOf(member)).not.toBeNull()
    expect((await wishOf(member)) ?? 0).toBeGreaterThan(Date.now() + 9 * minute)
    await runAlarm(member)
    expect(sent, 'not before').toEqual([])
    await later(member)
    expect(sent).toHaveLength(1)
    const [letter] = sent
    expect(letter?.to).toBe(`${member.id}@example.test`)
    expect(letter?.subject).toContain('Anna')
    expect(letter?.text).toContain(`${origin}/messages?chat=${conversation}`)
    expect(letter?.text).toContain('Two people, one thread.')
    for (const part of [letter?.subject, letter?.text, letter?.html]) expect(part).not.toContain('private word')
    expect(letter?.headers['List-Unsubscribe']).toMatch(
      /^<https:\/\/kismet\.localhost\/api\/notifications\/unsubscribe\?token=[\w.-]+>$/,
    )
    expect(letter?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    await later(member)
    expect(sent, 'once').toHaveLength(1)
  })

  it('is one for all that waits, in the member’s language, with each person once', async () => {
    const { member, sent } = await createReader({ member: { locale: 'uk' } })
    const people = await Promise.all(['Anna', 'Carl', 'Dora'].map((firstName) => createMember({ member: { firstName } })))
    const [anna, carl, dora] = people.map(({ id }) => id) as [string, string, string]
    await tell(member, { kind: 'match', from: anna, conversation: 'c1' })
    await tell(member, { kind: 'message', from: anna, conversation: 'c1' })
    await tell(member, { kind: 'message', from: carl, conversation: 'c2' })
    await tell(member, { kind: 'request', from: dora, conversation: 'c3' })
    await tell(member, { kind: 'like', from: dora })
    await later(member)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.text).toContain(`${origin}/uk/messages\n`)
    expect(sent[0]?.html).toContain('<html lang="uk">')
    for (const name of ['Anna', 'Carl', 'Dora']) expect(sent[0]?.text).toContain(name)
    expect(sent[0]?.text).not.toContain('undefined')
  })

  it('does not come for what was read in the meantime, nor while the member is there', async () => {
    const [read, here] = [await createReader(), await createReader()]
    const anna = await createMember()
    await tell(read.member, { kind: 'match', from: anna.id, conversation: 'c' })
    await markNoticesRead(env, read.member.id, null)
    await later(read.member)
    const client = await connect(here.member.id, here.member.sid)
    await client.join(channelName.member(here.member.id))
    await tell(here.member, { kind: 'match', from: anna.id, conversation: 'c' })
    await later(here.member)
    expect([read.sent, here.sent]).toEqual([[], []])
    // The member leaves without having looked: the next check finds them away.
    client.socket.close(1000)
    await client.closed
    await expect.poll(async () => (await later(here.member), here.sent.length)).toBe(1)
  })

  it('comes after an hour also for who has the conversation open in a window that is hidden', async () => {
    const { member, sent } = await createReader()
    const anna = await createMember({ member: { firstName: 'Anna' } })
    const conversation = newId()
    await env.CONVERSATION.getByName(conversation).open({ kind: 'direct', members: [anna.id, member.id], at: Date.now() })
    const [annas, hidden] = [await connect(anna.id, anna.sid), await connect(member.id, member.sid)]
    await annas.enter(conversation)
    await hidden.join(channelName.member(member.id))
    await hidden.enter(conversation)
    await annas.say(conversation, 'hello')
    await hidden.until(() => hidden.messages()[0], 'the message')
    await runInDurableObject(hubOf(member), (_, { storage }) => void storage.sql.exec('UPDATE unseen SET at = at - 60000'))
    await later(member, minute)
    expect(await wishOf(member), 'it is kept, and a letter may tell of it').not.toBeNull()
    for (let waited = 0; waited < 70; waited += 10) {
      expect(sent, `after ${waited} minutes`).toEqual([])
      await hidden.heads()
      await later(member)
    }
    expect(sent).toHaveLength(1)
    expect(sent[0]?.subject).toContain('Anna')
  })

  it('waits four hours for the next of its kind; another kind need not wait', async () => {
    const { member, sent } = await createReader()
    const anna = await createMember()
    await tell(member, { kind: 'message', from: anna.id, conversation: 'c1' })
    await later(member)
    await tell(member, { kind: 'message', from: anna.id, conversation: 'c2' })
    await tell(member, { kind: 'match', from: anna.id, conversation: 'c1' })
    await later(member)
    expect(sent).toHaveLength(2)
    await later(member, 3 * 60 * minute)
    expect(sent).toHaveLength(2)
    await later(member, 60 * minute)
    expect(sent).toHaveLength(3)
  })

  it('counts from the first of several messages of a conversation', async () => {
    const { member, sent } = await createReader()
    const anna = await createMember()
    await tell(member, { kind: 'message', from: anna.id, conversation: 'c' })
    await pass(member, 9 * minute)
    await tell(member, { kind: 'message', from: anna.id, conversation: 'c' })
    await later(member, minute)
    expect(sent).toHaveLength(1)
  })

  it('does not come when the member wants none, has paused, may not come in, or is gone', async () => {
    const anna = await createMember()
    const match = { kind: 'match', from: anna.id, conversation: 'c' } as const
    const unwilling = await createReader()
    const { notifications } = defaultPreferences
    await changePreferences(env, unwilling.member.id, {
      notifications: { ...notifications, match: { ...notifications.match, email: false } },
    })
    await tell(unwilling.member, match)
    expect(await wishOf(unwilling.member)).toBeNull()
    for (const state of ['paused', 'restricted', 'deleted'] as const) {
      const { member, sent } = await createReader()
      await tell(member, match)
      await db.update(members).set({ state }).where(eq(members.id, member.id))
      await later(member)
      await later(member)
      expect([state, sent]).toEqual([state, []])
    }
  })

  it('names nobody behind a block', async () => {
    const { member, sent } = await createReader()
    const [anna, carl] = [
      await createMember({ member: { firstName: 'Anna' } }),
      await createMember({ member: { firstName: 'Carl' } }),
    ]
    await tell(member, { kind: 'match', from: anna.id, conversation: 'c1' })
    await tell(member, { kind: 'match', from: carl.id, conversation: 'c2' })
    await db.insert(blocks).values({ blockerId: anna.id, blockedId: member.id, createdAt: 1 })
    await later(member)
    expect(sent[0]?.text).toContain('Carl')
    expect(sent[0]?.text).not.toContain('Anna')
  })

  it('waits for the end of quiet hours', async () => {
    const { member, sent } = await createReader({ member: { timeZone: 'UTC' } })
    const anna = await createMember()
    const clock = (at: number) => new Date(at).toISOString().slice(11, 16)
    const now = Date.now()
    await changePreferences(env, member.id, { quietHours: { start: clock(now - 60 * minute), end: clock(now + 60 * minute) } })
    await tell(member, { kind: 'match', from: anna.id, conversation: 'c' })
    await later(member)
    expect(sent).toEqual([])
    const wish = (await wishOf(member)) ?? 0
    expect(clock(wish)).toBe(clock(now + 60 * minute))
    await changePreferences(env, member.id, { quietHours: null })
    await runAlarm(member)
    expect(sent).toHaveLength(1)
  })

  it('is handed over again when the queue is away', async () => {
    const { member, sent, close } = await createReader()
    const anna = await createMember()
    await tell(member, { kind: 'match', from: anna.id, conversation: 'c' })
    close(true)
    await later(member)
    expect(sent).toEqual([])
    close(false)
    await later(member)
    expect(sent).toHaveLength(1)
  })
})
