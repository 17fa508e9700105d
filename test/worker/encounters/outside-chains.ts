import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { boosts, pairs, photos, profiles, verifications } from '#db/schema.ts'
import { firstDrawing } from '#shared/drawing/drawing.ts'
import { deriveConversationId, openDirectConversation } from '#features/chat/server/public.ts'
import { sealViews } from '#features/nearby/server/boost-views.ts'
import { notificationKinds } from '#shared/realtime/wire.ts'
import { grant } from '#test/support/worker/entitlements.ts'
import { give, grantGifts } from '#test/support/worker/gifts.ts'
import { db, postJson, type TestMember } from '#test/support/worker/members.ts'
import { createPhoto, pictureBytes, upload } from '#test/support/worker/photos.ts'
import { freshPicture } from '#test/support/worker/verification.ts'
import { newId } from '#test/support/worker/realtime-client.ts'

/** Who acts, and the partner whom they talk with. */
export type Cast = { me: TestMember; partner: TestMember }

export type Deed = { path: string; does: (cast: Cast) => Promise<Response> }

/** Deeds that follow each other in one talk; `prepare` comes before the two are paired. All of them have to work. */
export type Chain = { name: string; isAboutPartner: boolean; prepare?: (cast: Cast) => Promise<unknown>; deeds: readonly Deed[] }

/** No chain has more. */
export const deedsPerChain = 6

type Body = object | ((cast: Cast) => object | Promise<object>)

const post = (path: string, body: Body): Deed => ({
  path,
  does: async (cast) => postJson(cast.me, path, typeof body === 'function' ? await body(cast) : body),
})
const aboutThem = (path: string, fields: object = {}): Deed => post(path, ({ partner: { id } }) => ({ id, ...fields }))

/** One section of the profile, from its current revision. */
const section = (path: string, fields: object): Deed =>
  post(path, async ({ me }) => {
    const [row] = await db.select({ revision: profiles.revision }).from(profiles).where(eq(profiles.memberId, me.id))
    return { revision: row?.revision ?? 0, ...fields }
  })

/** The id of the member's only challenge. */
const drawnChallenge = async ({ id }: { id: string }) =>
  (await db.select({ id: verifications.id }).from(verifications).where(eq(verifications.memberId, id)))[0]?.id

const ownPhotos = async ({ me }: Cast) => {
  const rows = await db.select({ id: photos.id }).from(photos).where(eq(photos.memberId, me.id)).orderBy(photos.position)
  return rows.map(({ id }) => id)
}

const conversationOf = ({ me, partner }: Cast) => deriveConversationId(env, me.id, partner.id)

/** What a chain needs has to be there, or its deeds prove nothing. */
async function need(answer: Promise<Response>): Promise<void> {
  const { ok, status, url } = await answer
  if (!ok) throw new Error(`${url}: ${status}`)
}

const request = (from: TestMember, to: TestMember) =>
  postJson(from, '/api/chat/request', { to: to.id, cid: newId(), text: 'Hello over there' })

/** Makes a match of two, as a mutual like would. */
export async function match(one: TestMember, other: TestMember): Promise<string> {
  const conversationId = await deriveConversationId(env, one.id, other.id)
  const [lowId = '', highId = ''] = [one.id, other.id].toSorted()
  const now = Date.now()
  await db.insert(pairs).values({ lowId, highId, conversationId, matchedAt: now, openedAt: now })
  await openDirectConversation(env, conversationId, [one.id, other.id], now)
  return conversationId
}

const sendGift: Deed = {
  path: '/api/gifts/send',
  does: async (cast) => give(cast.me, await conversationOf(cast)),
}
const inConversation = (path: string): Deed => post(path, async (cast) => ({ conversation: await conversationOf(cast) }))
const unmatch = inConversation('/api/chat/unmatch')

const see = (fields: readonly string[], who: string) => Object.fromEntries(fields.map((field) => [`see-${field}`, who]))
const words = { about: 'Something new', interests: ['tea', 'yoga'], languages: ['en', 'uk'] }
const facts = { heightCm: 170, body: 'slim', drinking: 'rarely', smoking: 'never', education: 'school', kids: 'open' }
const beliefs = { politics: 'green', religion: 'other', orientation: 'other' }
/** All fields of a section, shown to these people. */
const shownTo = (path: string, fields: object, who: string) => section(path, { ...fields, ...see(Object.keys(fields), who) })
const seeking = { seeks: ['woman', 'man', 'nonbinary'], seeksAgeMin: 20, seeksAgeMax: 90, intent: 'dating' }

const privacy = (fields: object) => post('/api/settings/privacy', fields)
const chat = (fields: object) => post('/api/settings/chat', fields)
const kinds = { toast: notificationKinds, sound: notificationKinds, push: notificationKinds, email: notificationKinds }

/** Everything that one does to an account. Each setting is changed to every one of its values, and back. */
export const chains: readonly Chain[] = [
  {
    name: 'a like that is withdrawn, a pass that is undone',
    isAboutPartner: true,
    deeds: [
      aboutThem('/api/likes'),
      aboutThem('/api/likes/withdraw'),
      aboutThem('/api/likes/pass'),
      aboutThem('/api/likes/undo'),
      post('/api/likes/seen', () => ({ until: Date.now() })),
    ],
  },
  {
    name: 'a like that makes a match, a gift, and its end',
    isAboutPartner: true,
    prepare: async ({ me, partner }) => {
      await grantGifts(me)
      await need(postJson(partner, '/api/likes', { id: me.id }))
    },
    deeds: [aboutThem('/api/likes'), sendGift, unmatch],
  },
  {
    name: 'a request',
    isAboutPartner: true,
    deeds: [{ path: '/api/chat/request', does: ({ me, partner }) => request(me, partner) }],
  },
  {
    name: 'an accepted request, a gift, and its end',
    isAboutPartner: true,
    prepare: async ({ me, partner }) => {
      await grantGifts(me)
      await need(request(partner, me))
    },
    deeds: [inConversation('/api/chat/accept'), sendGift, unmatch],
  },
  {
    name: 'a declined request',
    isAboutPartner: true,
    prepare: ({ me, partner }) => need(request(partner, me)),
    deeds: [inConversation('/api/chat/decline')],
  },
  {
    name: 'a gift to a match, its end, and a block',
    isAboutPartner: true,
    prepare: async ({ me, partner }) => {
      await grantGifts(me)
      await match(me, partner)
    },
    deeds: [sendGift, unmatch, aboutThem('/api/blocks')],
  },
  {
    name: 'a favourite and a visit',
    isAboutPartner: true,
    prepare: ({ me, partner }) => need(postJson(partner, '/api/visits', { id: me.id })),
    deeds: [
      aboutThem('/api/favourites', { note: '' }),
      aboutThem('/api/favourites/note', { note: 'kind' }),
      aboutThem('/api/favourites/remove'),
      aboutThem('/api/visits'),
      post('/api/visits/seen', () => ({ until: Date.now() })),
      post('/api/notifications/read', {}),
    ],
  },
  {
    name: 'a block, its end, and a report with another',
    isAboutPartner: true,
    deeds: [
      aboutThem('/api/blocks'),
      aboutThem('/api/blocks/remove'),
      aboutThem('/api/reports', { category: 'spam', source: 'profile', text: '' }),
      aboutThem('/api/blocks/remove'),
    ],
  },
  {
    name: 'the end of a block from before, and a look at a boost',
    isAboutPartner: true,
    prepare: async ({ me, partner }) => {
      await grant(partner, 'boost', 1)
      await need(postJson(partner, '/api/boosts/activate', { key: newId() }))
      await need(postJson(me, '/api/blocks', { id: partner.id }))
    },
    deeds: [
      aboutThem('/api/blocks/remove'),
      post('/api/people/seen', async ({ me, partner }) => {
        const rows = await db.select({ id: boosts.id }).from(boosts).where(eq(boosts.memberId, partner.id))
        const ids = rows.map(({ id }) => id)
        return { text: await sealViews(env, me.id, ids, Date.now()) }
      }),
    ],
  },
  {
    name: 'a pause, a public profile and the premium mark, on and off',
    isAboutPartner: false,
    prepare: ({ me }) => grant(me, 'premium', 1),
    deeds: [
      post('/api/public-profile', { isPublic: '1' }),
      post('/api/profile/pause', { pause: '1' }),
      post('/api/profile/pause', { pause: '0' }),
      post('/api/public-profile', {}),
      post('/api/premium/mark', { shows: '1' }),
      post('/api/premium/mark', {}),
    ],
  },
  {
    name: 'another name, other words and another drawing',
    isAboutPartner: false,
    deeds: [
      section('/api/profile/basics', { firstName: 'Somebody', gender: 'woman' }),
      section('/api/profile/basics', { firstName: 'Robin', gender: 'nonbinary' }),
      shownTo('/api/profile/words', words, 'everyone'),
      shownTo('/api/profile/words', words, 'matches'),
      shownTo('/api/profile/words', words, 'me'),
      section('/api/profile/portrait', { avatar: 'notionists:another' }),
    ],
  },
  {
    name: 'other people to look for, another place, and an answer to a question',
    isAboutPartner: false,
    deeds: [
      section('/api/profile/seeking', { ...seeking, 'see-intent': 'everyone' }),
      section('/api/profile/seeking', { ...seeking, seeks: ['man'], seeksAgeMax: 21, 'see-intent': 'me' }),
      section('/api/profile/seeking', { ...seeking, 'see-intent': 'matches' }),
      section('/api/profile/place', { cellX: 100, cellY: 2000 }),
      post('/api/profile/answers', { prompt: 'ask-me', text: 'Something else', see: 'everyone' }),
      post('/api/profile/answers/remove', { prompt: 'ask-me' }),
    ],
  },
  {
    name: 'facts and beliefs',
    isAboutPartner: false,
    deeds: [
      shownTo('/api/profile/facts', facts, 'everyone'),
      shownTo('/api/profile/facts', facts, 'matches'),
      shownTo('/api/profile/facts', facts, 'me'),
      shownTo('/api/profile/beliefs', beliefs, 'everyone'),
      shownTo('/api/profile/beliefs', beliefs, 'matches'),
      shownTo('/api/profile/beliefs', beliefs, 'me'),
    ],
  },
  {
    name: 'the quiz, a boost, and a drawing that was built',
    isAboutPartner: false,
    prepare: ({ me }) => grant(me, 'boost', 1),
    deeds: [
      post('/api/quiz', { question: 1, answer: 0, acceptable: ['any'], importance: 10, isPublic: '1' }),
      post('/api/quiz', { question: 1, answer: 1, acceptable: ['any'], importance: 250, isPublic: '0' }),
      post('/api/quiz/remove', { question: 1 }),
      post('/api/boosts/activate', () => ({ key: newId() })),
      post('/api/profile/drawing', { ...firstDrawing, hair: 'turban' }),
    ],
  },
  {
    name: 'verification',
    isAboutPartner: false,
    prepare: async ({ me }) => {
      await createPhoto(me)
    },
    deeds: [
      post('/api/verification/consent', { agreed: '1' }),
      post('/api/verification/pose', {}),
      post('/api/verification/picture', async ({ me }) => ({ id: await drawnChallenge(me), picture: freshPicture() })),
      post('/api/verification/withdraw', {}),
    ],
  },
  {
    name: 'photos',
    isAboutPartner: false,
    prepare: async ({ me }) => {
      for (const position of [0, 1]) await createPhoto(me, { position })
    },
    deeds: [
      { path: '/api/photos', does: ({ me }) => upload(me, pictureBytes('gpsJpeg')) },
      post('/api/photos/order', async (cast) => {
        const was = await ownPhotos(cast)
        return { was, ids: was.toReversed() }
      }),
      post('/api/photos/move', async (cast) => ({ id: (await ownPhotos(cast)).at(-1), to: 'first' })),
      post('/api/photos/remove', async (cast) => ({ id: (await ownPhotos(cast))[0] })),
    ],
  },
  {
    name: 'privacy, and quiet hours',
    isAboutPartner: false,
    deeds: [
      privacy({ showsOnline: '1', browsesInvisibly: '1' }),
      privacy({ browsesInvisibly: '1' }),
      privacy({}),
      privacy({ showsOnline: '1' }),
      post('/api/notifications/settings/quiet-hours', { quiet: '1', start: '00:00', end: '23:59' }),
      post('/api/notifications/settings/quiet-hours', { quiet: '' }),
    ],
  },
  {
    name: 'settings of chats and of notifications',
    isAboutPartner: false,
    deeds: [
      chat({ readMarks: '1' }),
      chat({ typing: '1' }),
      chat({}),
      chat({ readMarks: '1', typing: '1' }),
      post('/api/notifications/settings', { toast: [], hasPush: '1' }),
      post('/api/notifications/settings', { ...kinds, hasPush: '1' }),
    ],
  },
  {
    name: 'looks, zone and language',
    isAboutPartner: false,
    deeds: [
      ...['1', '2', '3'].map((appearance) => post('/api/settings/appearance', { appearance })),
      post('/api/settings/time-zone', { timeZone: 'Pacific/Auckland' }),
      post('/api/locale', { locale: 'uk' }),
      post('/api/locale', { locale: 'en' }),
    ],
  },
]
