import { sessionActions, accountActions } from '#features/auth/contract.ts'
import { env, SELF } from 'cloudflare:test'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { disconnectSession } from '#features/member-hub/server/public.ts'
import { restrictMember } from '#features/restriction/server/restrict.ts'
import { channelName } from '#shared/realtime/wire.ts'
import { addSession, browserOf, createPerson, password, type TestPerson } from '#test/support/worker/account.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { cipher, connectPoll, pollJson } from '#test/support/worker/poll-client.ts'
import { connect, newId, openPair, origin, type LineClient } from '#test/support/worker/realtime-client.ts'

// Hashing a password takes its time by design.
vi.setConfig({ testTimeout: 60_000 })
afterEach(() => void vi.restoreAllMocks())

const newPassword = 'another-river-lantern'

/**
 * Creates a member with a conversation, on two sessions with a connection over each transport, and their partner watching.
 */
async function setUp(): Promise<{
  person: TestPerson
  conversation: string
  other: string
  here: LineClient[]
  elsewhere: LineClient[]
  partner: LineClient
}> {
  const person = await createPerson({ confirmedAgoMs: 0 })
  const ben = await createMember()
  const conversation = crypto.randomUUID()
  await env.CONVERSATION.getByName(conversation).open({ kind: 'direct', members: [person.id, ben.id], at: Date.now() })
  const other = await addSession(person.id)
  const linesOf = async (sid: string) => [await connect(person.id, sid), await connectPoll(person.id, sid)]
  const [here, elsewhere, partner] = [await linesOf(person.sid), await linesOf(other), await connect(ben.id)]
  for (const line of [...here, ...elsewhere, partner]) await line.enter(conversation)
  return { person, conversation, other, here, elsewhere, partner }
}

/** Both transports close with the code within 5 s, receive no later messages, and cannot connect again. */
async function expectEnded(lines: LineClient[], code: number, partner: LineClient, conversation: string): Promise<void> {
  const began = Date.now()
  for (const line of lines) expect(await line.closed).toMatchObject({ code })
  expect(Date.now() - began).toBeLessThan(5_000)
  const said = await partner.say(conversation, 'who is still there?')
  await partner.until(() => partner.messages().some(({ seq }) => seq === said.seq), 'the own message')
  for (const line of lines) expect(line.messages().filter(({ seq }) => seq >= said.seq)).toEqual([])
  for (const { memberId, sid } of lines.slice(0, 1)) {
    expect(await (await connect(memberId, sid)).closed).toMatchObject({ code })
    expect(await pollJson({ memberId, sid }, { ack: 0 })).toMatchObject({ frames: [], closed: { code } })
  }
}

async function expectSpared(lines: LineClient[], partner: LineClient, conversation: string): Promise<void> {
  const said = await partner.say(conversation, 'and you?')
  for (const line of lines) await line.until(() => line.messages().some(({ seq }) => seq === said.seq), 'the message')
}

describe('the end of access reaches open connections of both transports', () => {
  it('at sign-out: this session’s close with 4401, others stay', async () => {
    const { person, conversation, here, elsewhere, partner } = await setUp()
    const response = await SELF.fetch(origin + sessionActions.signOut.path, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin, cookie: `__Host-access=${person.token}`, 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(response.status).toBe(303)
    await expectEnded(here, 4401, partner, conversation)
    await expectSpared(elsewhere, partner, conversation)
  })

  it('when a device is signed out: that one’s close with 4401, this one’s stay', async () => {
    const { person, conversation, other, here, elsewhere, partner } = await setUp()
    expect((await browserOf(person).post(accountActions.endDevices.path, { id: other })).status).toBe(200)
    await expectEnded(elsewhere, 4401, partner, conversation)
    await expectSpared(here, partner, conversation)
  })

  it('at a new password: all others close with 4401, this one’s stay', async () => {
    const { person, conversation, here, elsewhere, partner } = await setUp()
    const change = { currentPassword: password, password: newPassword }
    expect((await browserOf(person).post(accountActions.changePassword.path, change)).status).toBe(200)
    await expectEnded(elsewhere, 4401, partner, conversation)
    await expectSpared(here, partner, conversation)
  })

  it('at a restriction: all close with 4403, on every device', async () => {
    const { person, conversation, here, elsewhere, partner } = await setUp()
    const { id: actorId } = await createMember({ member: { role: 'moderator' } })
    const statement = { rule: 'scam', facts: 'Asked for money.', until: null } as const
    const isDone = await restrictMember(env, db, { ...statement, id: newId(), memberId: person.id, actorId }, Date.now())
    expect(isDone).toBe(true)
    await expectEnded([...here, ...elsewhere], 4403, partner, conversation)
    await partner.until(() => partner.events('presence:leaving')[0], 'leaving')
  })

  it('though the hub restarts in that moment', async () => {
    const { conversation, here, elsewhere, partner, person } = await setUp()
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const ended = disconnectSession(brokenOnce(), person.id, person.sid)
    expect(await ended).not.toBeNull()
    await expectEnded(here, 4401, partner, conversation)
    await expectSpared(elsewhere, partner, conversation)
  })
})

it('what waits in a queue is not handed out once its session has ended', async () => {
  const { conversation, anna, ben } = await openPair()
  const who = { memberId: anna, sid: crypto.randomUUID() }
  const { poll } = await pollJson(who, { ack: 0 })
  const bens = await connect(ben)
  await bens.enter(conversation)
  const reader = await connect(anna, who.sid)
  const auth = { token: await reader.token() }
  await pollJson(who, {
    poll,
    ack: 0,
    frames: [{ id: 1, type: 'channel:join', channel: channelName.conversation(conversation), auth }],
  })
  await bens.say(conversation, 'for her eyes only')
  const before = await pollJson(who, { poll, ack: 2 })
  const [message] = before.frames.flatMap(({ frame }) => ('event' in frame && frame.event === 'message' ? [frame.data] : []))
  expect(await cipher.decrypt((message as { cipher?: string } | undefined)?.cipher ?? '')).toBe('for her eyes only')
  await disconnectSession(env, anna, who.sid)
  expect(await pollJson(who, { poll, ack: 2 })).toEqual({
    poll,
    frames: [],
    closed: { code: 4401, reason: 'session ended' },
  })
})

/** The environment, whose hub fails the first call like an object that restarts. */
function brokenOnce(): Pick<typeof env, 'MEMBER_HUB'> {
  let calls = 0
  return {
    MEMBER_HUB: {
      getByName: (name: string) => ({
        disconnect: async (sid: string) => {
          if (calls++ === 0) throw Object.assign(new Error('Durable Object reset'), { durableObjectReset: true, retryable: true })
          return env.MEMBER_HUB.getByName(name).disconnect(sid)
        },
      }),
    } as never,
  }
}
