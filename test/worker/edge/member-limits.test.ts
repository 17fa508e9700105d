import { nearbyActions } from '#features/nearby/contract.ts'
import { chatActions } from '#features/chat/contract.ts'
import { createExecutionContext, env, SELF } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createOutbox } from '#client/realtime/outbox/outbox.ts'
import { RequestError } from '#client/realtime/requests.ts'
import { counters, securityEvents } from '#db/schema.ts'
import { readHistory, sendMessage } from '#features/chat/server/public.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { channelName, type Answer, type WireMessage } from '#shared/realtime/wire.ts'
import { createApp } from '#worker/app.ts'
import { createMatch } from '#test/support/worker/match.ts'
import { createMember, db, postForm, postJson, type TestMember } from '#test/support/worker/members.ts'
import { payloadPath } from '#test/support/worker/pages.ts'
import { listObjects, pictureBytes, upload } from '#test/support/worker/photos.ts'
import { connectPoll } from '#test/support/worker/poll-client.ts'
import { connect, eventually, newId, openPair, origin } from '#test/support/worker/realtime-client.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Stops the clock at a time of its own, however slow the machine is; earlier requests are long past. */
function stopClock(): { forward: (ms: number) => void } {
  let now = Date.now() + 20_000
  vi.useFakeTimers({ toFake: ['Date'], now })
  return { forward: (ms) => vi.setSystemTime((now += ms)) }
}

const tooMany = (answer: Answer) => answer.status === 'error' && answer.code === 'too-many' && answer.retryAfterS === 1
const sent = (answer: Answer) => answer.status === 'success'
const headOf = async (conversation: string, member: string) => (await readHistory(env, conversation, member))?.page?.head ?? null
const textsOf = async (conversation: string, member: string) =>
  (await readHistory(env, conversation, member, { limit: 300 }))?.page?.messages.map(({ text }) => text)
const statusesOf = async (calls: Promise<Response>[]) => (await Promise.all(calls)).map(({ status }) => status)
const count = <Item>(items: readonly Item[], wanted: Item) => items.filter((item) => item === wanted).length

describe('messages and changes of one member', () => {
  it('150 sent at once by plain calls: twenty are stored, then two for each second', async () => {
    const { conversation, anna } = await createMatch()
    const clock = stopClock()
    const send = () => postJson(anna, chatActions.send.path, { conversation, cid: newId(), text: 'flood' })
    const first = await statusesOf(Array.from({ length: 150 }, send))
    expect([count(first, 200), count(first, 429)]).toEqual([20, 130])
    expect(await headOf(conversation, anna.id)).toBe(20)
    clock.forward(3_000)
    const later = await statusesOf(Array.from({ length: 30 }, send))
    expect([count(later, 200), count(later, 429)]).toEqual([6, 24])
    expect(await headOf(conversation, anna.id)).toBe(26)
  })

  it('one poll call with 200 of them stores twenty, in their order', async () => {
    const { conversation, anna } = await openPair()
    const line = await connectPoll(anna)
    await line.enter(conversation)
    stopClock()
    const ids = Array.from({ length: 200 }, (_, n) => 1_000 + n)
    const channel = channelName.conversation(conversation)
    line.sendFrames(ids.map((id) => ({ id, type: 'message:send', channel, cid: newId(), text: `${id}` })))
    const answers = await Promise.all(ids.map((id) => line.answerTo(id)))
    expect([answers.filter(sent).length, answers.filter(tooMany).length]).toEqual([20, 180])
    expect(await textsOf(conversation, anna)).toEqual(ids.slice(0, 20).map(String))
    await line.goAway()
  })

  it('socket, poll, form, script, other conversations and changes draw on the same twenty', async () => {
    const [{ conversation, anna }, other] = [await createMatch(), await openPair()]
    const [socket, line] = [await connect(anna.id, anna.sid), await connectPoll(anna.id, anna.sid)]
    await socket.enter(conversation)
    await line.enter(conversation)
    const { seq } = await socket.say(conversation, 'first')
    stopClock()
    for (let n = 0; n < 5; n += 1) await socket.say(conversation, `socket ${n}`)
    for (let n = 0; n < 5; n += 1) await line.say(conversation, `poll ${n}`)
    const fields = { conversation, text: 'hello' }
    for (let n = 0; n < 3; n += 1)
      expect((await postForm(anna, chatActions.send.path, { ...fields, cid: newId() })).headers.get('location')).toContain(
        'chat=',
      )
    for (let n = 0; n < 2; n += 1)
      expect((await postJson(anna, chatActions.send.path, { ...fields, cid: newId() })).status).toBe(200)
    expect(await sendMessage(env, other.conversation, { member: anna.id, cid: newId(), text: 'x' })).toMatchObject({
      code: 'forbidden',
    })
    expect((await postJson(anna, chatActions.edit.path, { conversation, seq, text: 'edited' })).status).toBe(200)
    expect((await postJson(anna, chatActions.react.path, { conversation, seq, emoji: '🔥' })).status).toBe(200)
    expect((await postJson(anna, chatActions.delete.path, { conversation, seq })).status).toBe(200)
    expect((await postJson(anna, chatActions.send.path, { ...fields, cid: newId() })).status).toBe(200)

    const head = await headOf(conversation, anna.id)
    const channel = channelName.conversation(conversation)
    const frame = () => ({ type: 'message:send', channel, cid: newId(), text: 'more' })
    expect(tooMany(await socket.request(frame()))).toBe(true)
    expect(tooMany(await line.request(frame()))).toBe(true)
    const refused = [
      await postJson(anna, chatActions.send.path, { ...fields, cid: newId() }),
      await postJson(anna, chatActions.react.path, { conversation, seq: seq + 1, emoji: '🔥' }),
      await postJson(anna, chatActions.edit.path, { conversation, seq: seq + 1, text: 'edited' }),
      await postJson(anna, chatActions.delete.path, { conversation, seq: seq + 1 }),
    ]
    expect(refused.map((answer) => [answer.status, answer.headers.get('retry-after')])).toEqual(refused.map(() => [429, '1']))
    expect((await refused[0]?.json<ErrorBody>())?.error).toMatchObject({ code: 'too-many', retryAfterS: 1 })
    expect(await headOf(conversation, anna.id)).toBe(head)
    await line.goAway()
  })

  it('a refused form goes back to its page, with what was typed', async () => {
    const { conversation, anna } = await createMatch()
    stopClock()
    const post = (text: string) => {
      const referer = `${origin}/uk/messages?chat=${conversation}`
      return postForm(anna, chatActions.send.path, { conversation, cid: newId(), text }, { referer })
    }
    await Promise.all(Array.from({ length: 20 }, (_, n) => post(`${n}`)))
    const refused = await post('one too many')
    expect([refused.status, refused.headers.get('location')]).toEqual([303, `/uk/messages?chat=${conversation}`])
    expect(refused.headers.getSetCookie().some((cookie) => cookie.startsWith('__Host-flash='))).toBe(true)
    expect(await headOf(conversation, anna.id)).toBe(20)
  })

  it('a repeat of a stored message is answered with its seq, and costs nothing', async () => {
    const { conversation, anna } = await openPair()
    const annas = await connect(anna)
    await annas.enter(conversation)
    stopClock()
    const cid = newId()
    const { seq } = await annas.say(conversation, 'once', cid)
    for (let n = 0; n < 30; n += 1) expect(await annas.say(conversation, 'once', cid)).toMatchObject({ seq })
    for (let n = 1; n < 20; n += 1) expect(await annas.say(conversation, `m${n}`)).toMatchObject({ seq: seq + n })
    expect(
      tooMany(
        await annas.request({ type: 'message:send', channel: channelName.conversation(conversation), cid: newId(), text: 'x' }),
      ),
    ).toBe(true)
  })

  it('no one else is held up by them: neither the partner in the conversation nor another pair', async () => {
    const [{ conversation, anna, ben }, others] = [await openPair(), await openPair()]
    const [annas, bens, elses] = [await connect(anna), await connect(ben), await connect(others.anna)]
    await annas.enter(conversation)
    await bens.enter(conversation)
    await elses.enter(others.conversation)
    stopClock()
    const channel = channelName.conversation(conversation)
    const ids = Array.from({ length: 150 }, (_, n) => 1_000 + n)
    for (const id of ids) annas.sendRaw(JSON.stringify({ id, type: 'message:send', channel, cid: newId(), text: `${id}` }))
    for (let n = 1; n <= 20; n += 1) expect(await elses.say(others.conversation, `m${n}`)).toMatchObject({ seq: n })
    const answers = await Promise.all(ids.map((id) => annas.answerTo(id)))
    expect(answers.filter(sent)).toHaveLength(20)
    expect((await bens.say(conversation, 'enough')).seq).toBeLessThanOrEqual(21)
    await bens.until(() => bens.messages().length === 21, 'the twenty and the own one')
  })
})

it('the outbox waits as long as the answer says, and delivers all that was written at once, each once, in order', async () => {
  const { conversation, anna, ben } = await openPair()
  const [annas, bens] = [await connect(anna), await connect(ben)]
  await annas.enter(conversation)
  await bens.enter(conversation)
  const channel = channelName.conversation(conversation)
  const refusals: number[] = []
  const shown: WireMessage[] = []
  const outbox = createOutbox({
    isReady: () => true,
    memberId: anna,
    noteKept: () => {},
    onSent: (_, message) => shown.push(message),
    joinTabs: () => ({ alone: (_, work) => work(), broadcast: () => {}, close: () => {} }),
    async ask(body) {
      const answer = await annas.request(body)
      if (answer.status === 'success') return answer.data
      refusals.push(answer.retryAfterS ?? 0)
      throw new RequestError(answer.code, answer.retryAfterS)
    },
  })
  const texts = Array.from({ length: 26 }, (_, n) => `m${n}`)
  const startedAt = Date.now()
  for (const text of texts) void outbox.add(channel, { text })
  await vi.waitUntil(() => shown.length === texts.length, { timeout: 25_000, interval: 50 })
  expect(await textsOf(conversation, anna)).toEqual(texts)
  await bens.until(() => bens.messages().length === texts.length, 'all of them')
  expect(bens.messages().map(({ text }) => text)).toEqual(texts)
  expect(outbox.items(channel)).toEqual([])
  // The machine may have been so slow that nothing was refused; else it sent about one request a second.
  const seconds = (Date.now() - startedAt) / 1000
  expect(refusals.every((wait) => wait === 1)).toBe(true)
  expect(refusals.length).toBeLessThanOrEqual(seconds + 1)
  outbox.stop()
})

it('ten connections of a member relay ten client events a second in all', async () => {
  const { conversation, anna, ben } = await openPair()
  const annas = await connect(anna)
  await annas.enter(conversation)
  const open = (n: number) => (n % 2 ? connectPoll(ben) : connect(ben))
  const lines = await Promise.all(Array.from({ length: 10 }, (_, n) => open(n)))
  for (const line of lines) await line.enter(conversation)
  const clock = stopClock()
  const channel = channelName.conversation(conversation)
  const broadcast = (data: number) =>
    Promise.all(lines.map((line) => line.request({ type: 'channel:clientEvent', channel, event: 'client-x', data })))
  const answers = (await Promise.all([1, 2, 3].map(broadcast))).flat()
  expect([answers.filter(sent).length, answers.filter(tooMany).length]).toEqual([10, 20])
  clock.forward(1_000)
  expect((await broadcast(4)).filter(sent)).toHaveLength(10)
  await annas.until(() => annas.events('client-x').length === 20, 'twenty events in two seconds')
  await Promise.all(lines.map((line) => ('goAway' in line ? line.goAway() : line.socket.close(1000))))
})

describe('pages of people nearby', () => {
  const app = createApp()
  const open = (member: TestMember | null, path: string) => {
    const request = new Request(origin + path, { redirect: 'manual' })
    if (member) request.headers.set('authorization', `Bearer ${member.token}`)
    return app.fetch(request, { ...env, NEARBY_LIMIT: env.SMALL_NEARBY_LIMIT }, createExecutionContext())
  }

  it('documents, payloads and later pages count together, for each member alone', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    const paths = ['/people-nearby', payloadPath('/people-nearby'), payloadPath('/people-nearby?cursor=gone')]
    // The window of the binding may start again once in between.
    const all = [...paths, ...paths, ...paths, ...paths]
    const statuses = []
    for (const path of all) statuses.push((await open(anna, path)).status)
    expect(statuses.slice(0, 3)).toEqual([200, 200, 200])
    expect(count(statuses, 200)).toBeLessThanOrEqual(6)
    expect(count(statuses, 429)).toBe(all.length - count(statuses, 200))
    for (const path of paths) expect((await open(ben, path)).status).toBe(200)
    expect((await open(anna, '/likes')).status).toBe(200)
    expect((await open(null, '/people-nearby')).status).toBe(302)
  })

  it('the filters’ count of people draws on the same limit as the pages', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    const statuses = []
    for (let time = 0; time < 12; time += 1)
      statuses.push((await open(anna, time === 1 ? '/people-nearby' : `${nearbyActions.count.path}?ageMin=${20 + time}`)).status)
    expect(statuses.slice(0, 3)).toEqual([200, 200, 200])
    // The window of the binding may start again once in between.
    expect(count(statuses, 200)).toBeLessThanOrEqual(6)
    expect(count(statuses, 429)).toBe(statuses.length - count(statuses, 200))
    expect((await open(ben, nearbyActions.count.path)).status).toBe(200)
  })

  it('the photos of so many cards a minute are there, for each member alone, and take no page away', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    const photosOf = async (member: TestMember, id: string) =>
      (await open(member, `${nearbyActions.photos.path}?id=${id}`)).status
    const statuses = []
    for (let time = 0; time < 12; time += 1) statuses.push(await photosOf(anna, time % 2 ? ben.id : newId()))
    expect(statuses.slice(0, 3)).toEqual([404, 200, 404])
    expect(count(statuses, 429)).toBeGreaterThanOrEqual(6)
    expect((await open(anna, '/people-nearby')).status).toBe(200)
    expect(await photosOf(ben, anna.id)).toBe(200)
  })

  it('above it people read that it was a lot, and when to come back', async () => {
    const anna = await createMember()
    const refusalOf = (path: string) =>
      eventually(async () => {
        const response = await open(anna, path)
        return response.status === 429 && response
      }, 'a refusal')
    const document = await refusalOf('/uk/people-nearby')
    expect(document.headers.get('retry-after')).toBe('60')
    expect(await document.text()).toContain('Зачекай хвильку')
    const payload = await refusalOf(payloadPath('/people-nearby'))
    expect((await payload.json<ErrorBody>()).error).toMatchObject({ code: 'too-many', retryAfterS: 60 })
  })
})

describe('photos of one member', () => {
  const chatPhoto = (member: TestMember, conversation: string, cid: string) => {
    const body = new FormData()
    body.append('conversation', conversation)
    body.append('cid', cid)
    body.append('file', new File([pictureBytes('losslessWebp')], 'photo.webp', { type: 'image/webp' }))
    return SELF.fetch(origin + chatActions.photo.path, {
      method: 'POST',
      headers: { origin, accept: 'application/json', authorization: `Bearer ${member.token}` },
      body,
    })
  }

  it('are thirty an hour, for the profile and for messages together, also at once; what is refused draws nothing', async () => {
    const { conversation, anna, ben } = await createMatch()
    await db.insert(counters).values({ key: `upload:${anna.id}`, count: 27, expiresAt: Date.now() + 60_000 })
    const before = (await listObjects('')).length
    const [profile, chat] = await Promise.all([
      statusesOf([1, 2, 3].map(() => upload(anna, pictureBytes('losslessWebp')))),
      statusesOf([1, 2, 3].map(() => chatPhoto(anna, conversation, newId()))),
    ])
    expect([count(profile, 201) + count(chat, 200), count([...profile, ...chat], 429)]).toEqual([3, 3])
    expect((await listObjects('')).length - before).toBe(3 * count(profile, 201) + count(chat, 200))
    expect((await chatPhoto(ben, conversation, newId())).status).toBe(200)
  })

  it('that are no pictures do not count', async () => {
    const member = await createMember()
    await db.insert(counters).values({ key: `upload:${member.id}`, count: 29, expiresAt: Date.now() + 60_000 })
    const text = Uint8Array.from(new TextEncoder().encode('no picture'))
    for (let n = 0; n < 3; n += 1) expect((await upload(member, text)).status).toBe(422)
    expect((await upload(member, pictureBytes('losslessWebp'))).status).toBe(201)
  })
})

it('a refusal is logged once a minute for each member and limit, by a hash, and counted for its day', async () => {
  const { conversation, anna } = await openPair()
  const lines = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const clock = stopClock()
  const limited = () =>
    lines.mock.calls
      .map(([line]) => JSON.parse(String(line)))
      .filter(({ level, what }) => level === 'security' && what === 'messages')
  const day = new Date(Date.now()).toISOString().slice(0, 10)
  const counted = async () =>
    (await db.select().from(securityEvents).where(eq(securityEvents.day, day))).find(({ kind }) => kind === 'limit-reached')
      ?.count ?? 0
  const before = await counted()
  const flood = () =>
    Promise.all(
      Array.from({ length: 40 }, () => sendMessage(env, conversation, { member: anna, cid: newId(), text: 'secretword' })),
    )
  await flood()
  await flood()
  expect(await eventually(async () => (limited().length > 0 ? limited() : null), 'a line')).toHaveLength(1)
  await eventually(async () => (await counted()) === before + 1, 'one counted event')
  clock.forward(61_000)
  await flood()
  await eventually(async () => limited().length === 2, 'another line')
  expect(JSON.stringify(lines.mock.calls)).not.toContain(anna)
  expect(JSON.stringify(lines.mock.calls)).not.toContain('secretword')
})
