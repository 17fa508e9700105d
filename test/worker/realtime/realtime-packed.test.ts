import { expect, it } from 'vitest'
import { maxBadFrames } from '#objects/member-hub/rules.ts'
import { channelName, closeCodes, packedParameter, readFrames, type ServerFrame } from '#shared/realtime/wire.ts'
import { createMatch } from '#test/support/worker/match.ts'
import { connect, eventually, newId, upgrade } from '#test/support/worker/realtime-client.ts'

const nameOf = (frame: ServerFrame) => ('id' in frame ? `answer ${frame.id}` : frame.event)

/** Opens a connection that records the texts in which its frames came. */
async function openPacked(member: string, sid = newId()) {
  const { webSocket: socket } = await upgrade(member, sid, {}, `?${packedParameter}`)
  if (!socket) throw new Error('No socket')
  const texts: string[] = []
  let closed: number | null = null
  socket.addEventListener('message', ({ data }) => void texts.push(data as string))
  socket.addEventListener('close', ({ code }) => void (closed = code))
  socket.accept()
  const packs = () => texts.map((text) => readFrames(text).map(nameOf))
  const find = (name: string) => eventually(async () => packs().find((pack) => pack.includes(name)), name)
  return { socket, packs, find, closed: () => closed }
}

async function joinBoth(member: string, conversation: string) {
  const sid = newId()
  const packed = await openPacked(member, sid)
  const tokens = await connect(member, sid)
  const auth = { token: await tokens.token() }
  for (const [id, channel] of [channelName.member(member), channelName.conversation(conversation)].entries())
    packed.socket.send(JSON.stringify({ id, type: 'channel:join', channel, auth }))
  await packed.find('answer 1')
  return packed
}

it('the events of one delivery come as one frame to a client that has asked for it, in their order', async () => {
  const { conversation, anna, ben } = await createMatch()
  const annas = await connect(anna.id)
  await annas.enter(conversation)
  const bens = await joinBoth(ben.id, conversation)
  await annas.say(conversation, 'one')
  // Receipts come along when there are any.
  expect((await bens.find('message')).filter((name) => name !== 'marks')).toEqual(['message', 'inbox'])
  expect(annas.frames.some((frame) => Array.isArray(frame))).toBe(false)
})

it('a toast comes in the frame of its message, once the hub knows whom it names', async () => {
  const { conversation, anna, ben } = await createMatch()
  const annas = await connect(anna.id)
  await annas.enter(conversation)
  const bens = await joinBoth(ben.id, conversation)
  await annas.say(conversation, 'one')
  await bens.find('notification')
  await annas.say(conversation, 'two')
  const second = await eventually(async () => bens.packs().filter((pack) => pack.includes('message'))[1], 'message')
  expect(second.filter((name) => name !== 'marks')).toEqual(['message', 'inbox', 'notification'])
})

it('an answer comes with what it brings about, before it', async () => {
  const { conversation, anna } = await createMatch()
  const annas = await joinBoth(anna.id, conversation)
  expect(await annas.find('answer 1')).toEqual(['answer 1', 'presence:subscribed'])
  const channel = channelName.conversation(conversation)
  annas.socket.send(JSON.stringify({ id: 2, type: 'message:send', channel, cid: newId(), text: 'one' }))
  expect(await annas.find('answer 2')).toEqual(['answer 2', 'message', 'inbox'])
})

it('the last word before a close comes', async () => {
  const { anna } = await createMatch()
  const annas = await openPacked(anna.id)
  for (let n = 0; n < maxBadFrames; n += 1) annas.socket.send('nonsense')
  await eventually(async () => annas.closed() === closeCodes.badFrame, 'the close')
  expect(annas.packs().flat()).toEqual(Array.from({ length: maxBadFrames }, () => 'answer -1'))
})
