import { requestActions, chatActions } from '#features/chat/contract.ts'
import { env, runDurableObjectAlarm, runInDurableObject, SELF } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { blocks, counters } from '#db/schema.ts'
import { endConversation, readHistory, readInbox } from '#features/chat/server/public.ts'
import { readWebp } from '#features/photos/server/webp.ts'
import { channelName, type WirePhoto } from '#shared/realtime/wire.ts'
import { createMatch } from '#test/support/worker/match.ts'
import { createMember, db, postJson, type TestMember } from '#test/support/worker/members.ts'
import { alarmOf, inConversation } from '#test/support/worker/objects.ts'
import { listObjects, pictureBytes } from '#test/support/worker/photos.ts'
import { openRequest } from '#test/support/worker/requests.ts'
import { connect, eventually, newId, origin } from '#test/support/worker/realtime-client.ts'

type Fields = Record<string, string | Uint8Array<ArrayBuffer>>

/** Posts a form with files, as a script or as the browser itself. */
function postFiles(member: TestMember | null, path: string, fields: Fields): Promise<Response> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields))
    body.append(name, typeof value === 'string' ? value : new File([value], 'picture', { type: 'image/jpeg' }))
  return SELF.fetch(origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, ...(member ? { authorization: `Bearer ${member.token}` } : {}) },
    body,
  })
}

const upload = (member: TestMember | null, conversation: string, cid = newId(), file = pictureBytes('gpsJpeg')) =>
  postFiles(member, chatActions.photo.path, { conversation, cid, file })

async function uploaded(member: TestMember, conversation: string, cid?: string): Promise<WirePhoto> {
  const response = await upload(member, conversation, cid)
  if (response.status !== 200) throw new Error(`Refused: ${response.status} ${await response.text()}`)
  return (await response.json<{ photo: WirePhoto }>()).photo
}

const look = (member: TestMember | null, conversation: string, id: string, headers: Record<string, string> = {}) =>
  SELF.fetch(`${origin}${chatActions.photo.path}/${conversation}/${id}`, {
    headers: { ...(member ? { authorization: `Bearer ${member.token}` } : {}), ...headers },
  })
const statusOf = async (answer: Promise<Response>) => {
  const response = await answer
  await response.arrayBuffer()
  return response.status
}

const sendPhoto = (member: TestMember, conversation: string, photo: string, text = '', cid = newId()) =>
  postJson(member, chatActions.send.path, { conversation, cid, text, photo })
const messagesOf = async (member: TestMember, conversation: string) =>
  (await readHistory(env, conversation, member.id))?.page?.messages ?? []
const rowsOf = (conversation: string) =>
  inConversation(conversation, 'SELECT id, key, seq, removed_at FROM photos') as Promise<
    { id: string; key: string; seq: number | null; removed_at: number | null }[]
  >
const objectsOf = async (conversation: string) => {
  const keys = new Set((await rowsOf(conversation)).map(({ key }) => `chat/${key}.webp`))
  return (await listObjects('chat/')).filter((name) => keys.has(name))
}

describe('a photo in a message', () => {
  it('is re-encoded without metadata, reaches the other, and needs no text', async () => {
    const { conversation, anna, ben } = await createMatch()
    const photo = await uploaded(anna, conversation)
    expect(photo).toEqual({ id: expect.stringMatching(/^[\w-]{22}$/), width: 800, height: 500 })
    const [annas, bens] = [await connect(anna.id), await connect(ben.id)]
    await annas.enter(conversation)
    await bens.enter(conversation)
    const channel = channelName.conversation(conversation)
    expect(await annas.request({ type: 'message:send', channel, cid: newId(), text: '', photo: photo.id })).toMatchObject({
      status: 'success',
    })
    expect(await bens.until(() => bens.messages()[0], 'the photo')).toMatchObject({ text: '', photo })
    await eventually(async () => (await readInbox(env, ben.id))?.[0]?.previewKind === 'photo', 'the inbox')

    const response = await look(ben, conversation, photo.id)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(response.headers.get('cache-control')).toMatch(/^private/)
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect(readWebp(bytes)).toMatchObject({ width: 800, height: 500 })
    expect(new TextDecoder('latin1').decode(bytes)).not.toMatch(/Exif|Kodak|GPS|xmp/i)
    const again = await look(ben, conversation, photo.id, { 'if-none-match': response.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
  })

  it('stands upright', async () => {
    const { conversation, anna } = await createMatch()
    const response = await upload(anna, conversation, newId(), pictureBytes('turnedJpeg'))
    expect(await response.json()).toMatchObject({ photo: { width: 400, height: 600 } })
  })

  it('is uploaded once per cid, and shown by one message of its uploader', async () => {
    const { conversation, anna, ben } = await createMatch()
    const cid = newId()
    const [one, two] = [await uploaded(anna, conversation, cid), await uploaded(anna, conversation, cid)]
    expect(two).toEqual(one)
    expect(await rowsOf(conversation)).toHaveLength(1)
    expect(await statusOf(sendPhoto(ben, conversation, one.id)), 'not his').toBe(422)
    const message = newId()
    for (let n = 0; n < 2; n += 1) expect(await statusOf(sendPhoto(anna, conversation, one.id, 'look', message))).toBe(200)
    expect(await statusOf(sendPhoto(anna, conversation, one.id)), 'shown already').toBe(422)
    expect(await statusOf(sendPhoto(anna, conversation, newId())), 'never uploaded').toBe(422)
    expect(await messagesOf(ben, conversation)).toMatchObject([{ text: 'look', photo: one }])
  })

  it('that broke off while it was stored is taken up again by a repeat', async () => {
    const { conversation, anna } = await createMatch()
    const cid = newId()
    const place = { id: newId(), key: newId() }
    await env.CONVERSATION.getByName(conversation).reserveUpload(anna.id, cid, place)
    expect(await statusOf(look(anna, conversation, place.id)), 'nothing there yet').toBe(404)
    expect(await statusOf(sendPhoto(anna, conversation, place.id))).toBe(422)
    expect(await uploaded(anna, conversation, cid)).toMatchObject({ id: place.id })
    expect(await objectsOf(conversation)).toEqual([`chat/${place.key}.webp`])
  })

  it.each([
    ['no picture', new Uint8Array([1, 2, 3]), 422],
    ['a stamp', pictureBytes('smallJpeg'), 422],
    ['13 MB', new Uint8Array(13 * 1024 * 1024), 413],
  ])('%s is refused by field, and leaves nothing', async (_, file, status) => {
    const { conversation, anna } = await createMatch()
    const response = await upload(anna, conversation, newId(), file)
    expect([response.status, await response.json()]).toMatchObject([status, { error: { fields: { file: expect.any(String) } } }])
    expect(await rowsOf(conversation)).toEqual([])
  })

  it('is the thirtieth of an hour at most', async () => {
    const { conversation, anna } = await createMatch()
    await db.insert(counters).values({ key: `upload:${anna.id}`, count: 29, expiresAt: Date.now() + 60_000 })
    const cid = newId()
    expect(await statusOf(upload(anna, conversation, cid))).toBe(200)
    expect(await statusOf(upload(anna, conversation))).toBe(429)
    expect(await statusOf(upload(anna, conversation, cid)), 'a repeat is no other').toBe(200)
  })
})

describe('access to it', () => {
  it('only members of the conversation, and before it is sent only its uploader', async () => {
    const { conversation, anna, ben } = await createMatch()
    const stranger = await createMember()
    const photo = await uploaded(anna, conversation)
    expect(await statusOf(look(anna, conversation, photo.id))).toBe(200)
    expect(await statusOf(look(ben, conversation, photo.id))).toBe(404)
    await sendPhoto(anna, conversation, photo.id)
    expect(await statusOf(look(ben, conversation, photo.id))).toBe(200)
    const other = await createMatch()
    const answers = await Promise.all([
      look(stranger, conversation, photo.id),
      look(other.anna, other.conversation, photo.id),
      look(ben, newId(), photo.id),
      look(ben, conversation, newId()),
      look(ben, conversation, 'x'),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1)
    expect(await statusOf(look(null, conversation, photo.id))).toBe(401)
    expect(await statusOf(upload(stranger, conversation))).toBe(404)
    expect(await statusOf(upload(stranger, newId()))).toBe(404)
    expect(await statusOf(upload(null, conversation))).toBe(401)
  })

  it('ends when the message is taken back; its object leaves the bucket', async () => {
    const { conversation, anna, ben } = await createMatch()
    const photo = await uploaded(anna, conversation)
    await sendPhoto(anna, conversation, photo.id, 'look')
    const [object] = await objectsOf(conversation)
    await postJson(anna, chatActions.delete.path, { conversation, seq: 1 })
    for (const member of [anna, ben]) expect(await statusOf(look(member, conversation, photo.id))).toBe(404)
    await eventually(async () => (await rowsOf(conversation)).length === 0, 'the row’s end')
    expect(await env.PHOTOS.head(object ?? '')).toBeNull()
    expect((await messagesOf(ben, conversation))[0]).not.toHaveProperty('photo')
  })

  it('its object leaves the bucket, though the bucket fails at first', async () => {
    const { conversation, anna } = await createMatch()
    const photo = await uploaded(anna, conversation)
    await sendPhoto(anna, conversation, photo.id)
    const [object = ''] = await objectsOf(conversation)
    const stub = env.CONVERSATION.getByName(conversation)
    const failing = { delete: () => Promise.reject(new Error('the bucket is away')) }
    await runInDurableObject(stub, (instance) => {
      const inside = instance as unknown as { env: typeof env }
      inside.env = { ...inside.env, PHOTOS: failing as unknown as R2Bucket }
    })
    await postJson(anna, chatActions.delete.path, { conversation, seq: 1 })
    expect(await rowsOf(conversation)).toMatchObject([{ removed_at: expect.any(Number) }])
    expect(await alarmOf(conversation)).not.toBeNull()
    await runInDurableObject(stub, (instance) => void ((instance as unknown as { env: typeof env }).env = env))
    await runDurableObjectAlarm(stub)
    expect(await rowsOf(conversation)).toEqual([])
    expect(await env.PHOTOS.head(object)).toBeNull()
  })

  it('ends with a block or the end of the conversation', async () => {
    const [blocked, ended] = await Promise.all([createMatch(), createMatch()])
    const photos = await Promise.all([blocked, ended].map(({ anna, conversation }) => uploaded(anna, conversation)))
    await sendPhoto(ended.anna, ended.conversation, photos[1]?.id ?? '')
    await db.insert(blocks).values({ blockerId: blocked.anna.id, blockedId: blocked.ben.id, createdAt: Date.now() })
    await eventually(
      async () => (await statusOf(look(blocked.anna, blocked.conversation, photos[0]?.id ?? ''))) === 404,
      'the block',
    )
    await endConversation(env, ended.conversation)
    for (const member of [ended.anna, ended.ben])
      expect(await statusOf(look(member, ended.conversation, photos[1]?.id ?? ''))).toBe(404)
  }, 15_000)
})

it('no photo goes into a conversation before its request is accepted', async () => {
  const { conversation, anna, ben } = await openRequest()
  for (const member of [anna, ben]) expect(await statusOf(upload(member, conversation))).toBe(409)
  expect(await rowsOf(conversation)).toEqual([])
  await postJson(ben, requestActions.accept.path, { conversation })
  expect(await statusOf(upload(anna, conversation))).toBe(200)
})

it('a photo that no message shows is gone after a day, others stay', async () => {
  const { conversation, anna } = await createMatch()
  const [loose, shown] = [await uploaded(anna, conversation), await uploaded(anna, conversation)]
  await sendPhoto(anna, conversation, shown.id)
  const stub = env.CONVERSATION.getByName(conversation)
  await runDurableObjectAlarm(stub)
  expect(await objectsOf(conversation)).toHaveLength(2)
  const inADay = Date.now() + 24 * 60 * 60 * 1000
  expect(await alarmOf(conversation), 'planned').toBeGreaterThan(inADay - 60_000)
  await inConversation(conversation, 'UPDATE photos SET at = at - ?', 24 * 60 * 60 * 1000)
  await runDurableObjectAlarm(stub)
  expect((await rowsOf(conversation)).map(({ id }) => id)).toEqual([shown.id])
  expect(await statusOf(look(anna, conversation, loose.id))).toBe(404)
  expect(await alarmOf(conversation), 'nothing more to do').toBeNull()
})

it('the text beside a photo may be edited away, its own cannot', async () => {
  const { conversation, anna } = await createMatch()
  const photo = await uploaded(anna, conversation)
  await sendPhoto(anna, conversation, photo.id, 'look')
  expect(await statusOf(postJson(anna, chatActions.edit.path, { conversation, seq: 1, text: '' }))).toBe(200)
  expect(await messagesOf(anna, conversation)).toMatchObject([{ text: '', photo }])
})

describe('without a script', () => {
  it('one form sends text, a photo, or both, and answers a message', async () => {
    const { conversation, anna, ben } = await createMatch()
    const file = pictureBytes('losslessWebp')
    const forms: Fields[] = [
      { conversation, cid: newId(), text: 'only words', file: new Uint8Array(), replyTo: '' },
      { conversation, cid: newId(), text: '', file },
      { conversation, cid: newId(), text: 'both', file, replyTo: '1' },
    ]
    for (const fields of forms) {
      for (let n = 0; n < 2; n += 1) {
        const response = await postFiles(anna, chatActions.send.path, fields)
        expect([response.status, response.headers.get('location')]).toEqual([303, `/messages?chat=${conversation}`])
      }
    }
    const photo = { id: expect.any(String), width: 300, height: 300 }
    const [first, second, third] = await messagesOf(ben, conversation)
    expect([first?.text, first?.photo, first?.replyTo]).toEqual(['only words', undefined, undefined])
    expect(second).toMatchObject({ text: '', photo })
    expect(third).toMatchObject({ text: 'both', photo, replyTo: { seq: 1 } })
    expect(await messagesOf(ben, conversation)).toHaveLength(3)
  })

  it('a refused photo leads back with a word, and nothing is sent', async () => {
    const { conversation, anna } = await createMatch()
    const fields = {
      conversation,
      cid: newId(),
      text: 'look',
      file: new Uint8Array([1, 2, 3]),
      back: `/messages?chat=${conversation}`,
    }
    const response = await postFiles(anna, chatActions.send.path, fields)
    expect([response.status, response.headers.get('location')]).toEqual([303, fields.back])
    expect(response.headers.get('set-cookie')).toMatch(/__Host-flash=/)
    expect(await messagesOf(anna, conversation)).toEqual([])
    const nothing = await postFiles(anna, chatActions.send.path, { ...fields, text: ' ', file: new Uint8Array() })
    expect(nothing.headers.get('set-cookie')).toMatch(/__Host-flash=/)
    expect(await messagesOf(anna, conversation)).toEqual([])
  })
})
