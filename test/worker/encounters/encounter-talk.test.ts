import { env } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { chatActions } from '#features/chat/contract.ts'
import { keptMessages } from '#features/encounters/contract.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { channelName, typingEvent } from '#shared/realtime/wire.ts'
import {
  crashEncounter,
  encounterOf,
  inEncounter,
  newEncounterId,
  openAgain,
  pairUp,
  viewBy,
} from '#test/support/worker/encounter.ts'
import { crashHub, inHub, storedIn } from '#test/support/worker/objects.ts'
import { createMember, postJson } from '#test/support/worker/members.ts'
import { connectPoll } from '#test/support/worker/poll-client.ts'
import { connect, eventually, newId, type LineClient } from '#test/support/worker/realtime-client.ts'

/** Two strangers in an anonymous chat, both with a connection in its channel. */
async function talk(open: (member: string) => Promise<LineClient> = connect, members?: readonly [string, string]) {
  const encounter = await pairUp('anonymous', members)
  const [annas, bens] = [await open(encounter.anna), await open(encounter.ben)]
  await annas.enter(encounter.id)
  await bens.enter(encounter.id)
  const [hers, his] = [await viewBy(encounter.id, encounter.anna), await viewBy(encounter.id, encounter.ben)]
  return { ...encounter, annas, bens, her: hers.self, him: his.self, views: [hers, his] as const }
}

const textsOf = (client: LineClient) => client.messages().map(({ text }) => text)

describe('an encounter', () => {
  it('shows each of the two the other one under a random alias', async () => {
    const { views, anna, ben } = await talk()
    const [hers, his] = views
    expect(hers).toMatchObject({ kind: 'anonymous', phase: 'talking', until: null, endedAt: null, conversation: null })
    expect(hers.self.user_id).toMatch(/^[\w-]{16}$/)
    expect(hers.self.seed).toMatch(/^[0-9a-f]{8}$/)
    expect([his.partner, his.self]).toEqual([hers.self, hers.partner])
    expect(JSON.stringify(views)).not.toMatch(new RegExp(`${anna}|${ben}`))
  })

  it('opened again is the same', async () => {
    const encounter = await pairUp('anonymous')
    const before = await viewBy(encounter.id, encounter.anna)
    await openAgain(encounter)
    expect(await viewBy(encounter.id, encounter.anna)).toEqual(before)
  })

  it('does not exist for anyone else, and an unknown one leaves no storage', async () => {
    const { id, bens } = await talk()
    const other = await connect(newId())
    const unknown = newEncounterId('anonymous')
    for (const each of [id, unknown]) {
      expect(await encounterOf(each).view(other.memberId)).toBeNull()
      expect(await encounterOf(each).act(other.memberId, { kind: 'leave' })).toEqual({ ok: false, code: 'forbidden' })
      expect(await encounterOf(each).evidence(other.memberId)).toBeNull()
      expect(await encounterOf(each).history(other.memberId, { limit: 10 })).toBeNull()
      expect(await other.join(channelName.conversation(each))).toMatchObject({ status: 'error', code: 'forbidden' })
    }
    expect(await inEncounter(unknown, "SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf\\_%' ESCAPE '\\'")).toEqual([])
    await bens.say(id, 'still here')
  })
})

describe.each([
  ['a WebSocket', connect],
  ['polling', connectPoll],
] as const)('the talk over %s', (_, open) => {
  it('carries messages, typing and presence under the aliases, and no member id', async () => {
    const { id, anna, ben, annas, bens, her, him } = await talk(open)
    const channel = channelName.conversation(id)
    expect(bens.events('presence:subscribed')[0]?.data).toEqual([{ user_id: her.user_id }, { user_id: him.user_id }])
    await annas.until(() => annas.events('presence:joining')[0]?.data.user_id === him.user_id, 'Ben to join')
    await annas.say(id, 'Hello stranger')
    const message = await bens.until(() => bens.messages()[0], 'the message')
    expect(message).toMatchObject({ seq: 1, from: her.user_id, text: 'Hello stranger' })
    await annas.until(() => annas.events('marks').find(({ data }) => data.user_id === him.user_id), 'that it has arrived')
    bens.sendRaw(JSON.stringify({ id: 99, type: 'channel:clientEvent', channel, event: typingEvent, data: {} }))
    const typing = await annas.until(
      () => annas.frames.find((frame) => 'event' in frame && frame.event === typingEvent),
      'typing',
    )
    expect(typing).toMatchObject({ channel, from: him.user_id })
    expect(JSON.stringify(annas.frames)).not.toContain(ben)
    expect(JSON.stringify(bens.frames)).not.toContain(anna)
  })

  it('gives a connection that comes back what it has missed', async () => {
    const { id, anna, annas, bens } = await talk(open)
    const { epoch, seq } = await bens.say(id, 'one')
    await annas.leave(channelName.conversation(id))
    await bens.say(id, 'two')
    const again = await (await open(anna)).enter(id, { epoch, seq })
    expect(again).toMatchObject({ head: 2, recovered: true, more: false })
    expect(again.messages.map(({ text }) => text)).toEqual(['two'])
    await bens.until(
      () => bens.events('marks').find(({ data }) => data.delivered === 2 && data.read === 0),
      'that it has arrived',
    )
  })

  it('says that it is over after a leave, and after two reveals', async () => {
    const left = await talk(open)
    await encounterOf(left.id).act(left.anna, { kind: 'leave' })
    for (const client of [left.annas, left.bens]) await client.until(() => client.events('closed')[0], 'the end')
    const { id, anna, ben, annas, bens } = await talk(open, [(await createMember()).id, (await createMember()).id])
    for (const member of [anna, ben]) await encounterOf(id).act(member, { kind: 'reveal' })
    for (const client of [annas, bens]) await client.until(() => client.events('closed')[0], 'the match')
    expect((await viewBy(id, anna)).phase).toBe('matched')
  })
})

describe('the talk', () => {
  it('leaves nothing in the inbox, the search or the notifications of a hub', async () => {
    const { id, ben, annas, bens } = await talk()
    await annas.say(id, 'Nobody keeps this')
    await bens.until(() => bens.messages()[0], 'the message')
    const stored = await storedIn('hub', ben)
    expect(stored).not.toContain('Nobody keeps this')
    expect(await inHub(ben, 'SELECT conversation FROM inbox')).toEqual([])
    expect(bens.events('notification')).toEqual([])
    expect(bens.events('inbox')).toEqual([])
  })

  it('names its head in the pong, so that a client notices a lost frame', async () => {
    const { id, annas, bens } = await talk()
    await annas.say(id, 'one')
    await bens.until(() => bens.messages()[0], 'the message')
    expect(await bens.heads()).toEqual({ [channelName.conversation(id)]: 1 })
  })

  it('goes on after its object has crashed, with every message once', async () => {
    const { id, annas, bens } = await talk()
    const cid = newId()
    await annas.say(id, 'one', cid)
    await crashEncounter(id)
    const request = { type: 'message:send', channel: channelName.conversation(id), cid, text: 'one' }
    expect(await annas.request(request), 'the first call finds the object gone').toMatchObject({ code: 'unavailable' })
    expect(await annas.say(id, 'one', cid)).toMatchObject({ seq: 1 })
    await annas.say(id, 'two')
    await bens.until(() => textsOf(bens).includes('two'), 'the second message')
    const page = await encounterOf(id).history(bens.memberId, { limit: 50 })
    expect(page?.messages.map(({ text }) => text)).toEqual(['one', 'two'])
  })

  it('goes on after a hub has crashed, over a new connection', async () => {
    const { id, annas, ben } = await talk()
    const { epoch } = await annas.say(id, 'one')
    await crashHub(ben)
    await annas.say(id, 'two')
    const again = await (await connect(ben)).enter(id, { epoch, seq: 0 })
    expect(again.messages.map(({ text }) => text)).toEqual(['one', 'two'])
  })

  it.each(['Write to me@example.org', 'https://example.org/me', 'My number is +44 7700 900123', 'find me on telegram: @anna_k'])(
    'refuses %j',
    async (text) => {
      const { id, annas, bens } = await talk()
      const request = { type: 'message:send', channel: channelName.conversation(id), cid: newId(), text }
      expect(await annas.request(request)).toMatchObject({ status: 'error', code: 'contact-details' })
      await annas.say(id, 'fine')
      await bens.until(() => bens.messages().length > 0, 'the fine one')
      expect(textsOf(bens)).toEqual(['fine'])
    },
  )

  it('refuses them over a plain call, too, in the words of the page', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    const { id } = await pairUp('anonymous', [anna.id, ben.id])
    const response = await postJson(anna, chatActions.send.path, { conversation: id, cid: newId(), text: 'anna@example.org' })
    const { error } = await response.json<ErrorBody>()
    expect([response.status, error.fields?.['text']]).toEqual([422, expect.stringContaining('until you both say yes')])
    expect((await postJson(anna, chatActions.send.path, { conversation: id, cid: newId(), text: 'hello' })).status).toBe(200)
    await encounterOf(id).act(ben.id, { kind: 'leave' })
    expect((await postJson(anna, chatActions.send.path, { conversation: id, cid: newId(), text: 'hello' })).status).toBe(409)
  })

  it('is of text alone: no photo, edit, deletion or reaction', async () => {
    const { id, annas, anna } = await talk()
    const { seq } = await annas.say(id, 'as it is')
    const channel = channelName.conversation(id)
    const photo = { type: 'message:send', channel, cid: newId(), text: '', photo: newId() }
    expect(await annas.request(photo)).toMatchObject({ status: 'error', code: 'bad-frame' })
    const hub = env.MEMBER_HUB.getByName(anna)
    for (const change of [{ kind: 'edit', text: 'new' }, { kind: 'delete' }, { kind: 'react', emoji: '🔥' }] as const) {
      expect(await hub.change(id, { seq, ...change })).toEqual({ ok: false, code: 'forbidden' })
    }
  })

  it('passes on that somebody types, and nothing that came with it or under another name', async () => {
    const { id, annas, bens } = await talk()
    const request = { type: 'channel:clientEvent', channel: channelName.conversation(id), data: 'Write to me@example.org' }
    expect(await annas.request({ ...request, event: 'client-note' })).toMatchObject({ status: 'error', code: 'forbidden' })
    expect(await annas.request({ ...request, event: typingEvent })).toMatchObject({ status: 'success' })
    const typing = await bens.until(() => bens.events(typingEvent)[0], 'typing')
    expect(typing).toMatchObject({ data: null })
    expect(JSON.stringify(bens.frames)).not.toContain('example.org')
  })

  it(`keeps the newest ${keptMessages} messages, and still knows a repeat of an older one`, async () => {
    const { id, anna } = await talk()
    const send = (n: number) => encounterOf(id).sendFromHub({ member: anna, cid: `message-${n}`, text: `${n}` })
    for (let n = 1; n <= keptMessages + 3; n++) await send(n)
    const page = await encounterOf(id).history(anna, { limit: 300 })
    expect(page?.messages).toHaveLength(keptMessages)
    expect(page?.messages[0]).toMatchObject({ seq: 4, text: '4' })
    expect(page).toMatchObject({ more: false, head: keptMessages + 3 })
    expect(await encounterOf(id).history(anna, { limit: 5 })).toMatchObject({ more: true })
    expect(await send(2)).toMatchObject({ ok: true, seq: 2, isRepeat: true })
    expect(await inEncounter(id, 'SELECT COUNT(*) AS count FROM messages')).toEqual([{ count: keptMessages }])
  })

  it('starts anew for a connection that has missed more than is kept', async () => {
    const { id, anna, ben, annas } = await talk()
    const { epoch, seq } = await annas.say(id, 'the first')
    await annas.leave(channelName.conversation(id))
    for (let n = 1; n <= keptMessages + 1; n++) {
      await encounterOf(id).sendFromHub({ member: ben, cid: `message-${n}`, text: `${n}` })
    }
    const again = await (await connect(anna)).enter(id, { epoch, seq })
    expect(again).toMatchObject({ recovered: false, head: keptMessages + 2 })
    expect(again.messages).toHaveLength(keptMessages)
  })
})

describe('leaving', () => {
  it('ends it for both: the channel closes, nothing more is said, and both see the same ending', async () => {
    const { id, anna, ben, annas, bens } = await talk()
    await annas.say(id, 'bye')
    await bens.until(() => bens.messages()[0], 'the message')
    expect(await encounterOf(id).act(anna, { kind: 'leave' })).toMatchObject({ ok: true, view: { phase: 'ended' } })
    for (const client of [annas, bens]) await client.until(() => client.events('closed')[0], 'the end')
    const channel = channelName.conversation(id)
    expect(await bens.request({ type: 'message:send', channel, cid: newId(), text: 'wait' })).toMatchObject({
      code: 'not-joined',
    })
    expect(await bens.join(channel)).toMatchObject({ status: 'error', code: 'forbidden' })
    expect(await encounterOf(id).history(ben, { limit: 10 })).toBeNull()
    const [hers, his] = [await viewBy(id, anna), await viewBy(id, ben)]
    expect(his).toEqual({ ...hers, self: hers.partner, partner: hers.self })
    expect(await encounterOf(id).act(ben, { kind: 'reveal' })).toEqual({ ok: false, code: 'over' })
    expect(await encounterOf(id).act(anna, { kind: 'leave' })).toEqual({ ok: false, code: 'over' })
  })

  it('leaves what was said for a report, with who has said it', async () => {
    const { id, anna, ben, annas, bens } = await talk()
    await annas.say(id, 'from Anna')
    await bens.say(id, 'from Ben')
    await encounterOf(id).act(ben, { kind: 'leave' })
    const evidence = await encounterOf(id).evidence(anna)
    expect(evidence?.partner).toBe(ben)
    expect(evidence?.messages.map(({ from, text }) => ({ from, text }))).toEqual([
      { from: anna, text: 'from Anna' },
      { from: ben, text: 'from Ben' },
    ])
  })

  it('stop ends it like leaving', async () => {
    const { id, anna, bens } = await talk()
    await encounterOf(id).stop(anna)
    await bens.until(() => bens.events('closed')[0], 'the end')
    await eventually(async () => (await viewBy(id, bens.memberId)).phase === 'ended', 'the ending')
  })
})

it('a plain call sends, too', async () => {
  const { id, anna, bens } = await talk()
  const sent = await env.MEMBER_HUB.getByName(anna).send(id, { cid: newId(), text: 'by a form' })
  expect(sent).toMatchObject({ ok: true, seq: 1 })
  await bens.until(() => textsOf(bens).includes('by a form'), 'the message')
})
