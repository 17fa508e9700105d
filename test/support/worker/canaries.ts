import { favourites, likes, pairs, photos, profiles, pushSubscriptions, reports, visits } from '#db/schema.ts'
import { deriveConversationId, openDirectConversation, sendMessage } from '#features/chat/server/public.ts'
import { notifyMember } from '#features/member-hub/server/public.ts'
import { cellColumnsOf } from '#features/location/rules.ts'
import { pack } from '#features/quiz/rules.ts'
import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { db, type TestMember } from './members.ts'
import { cellAt, createPerson, moved } from './places.ts'
import { createPhoto } from './photos.ts'
import { newId } from './realtime-client.ts'

export type Watched = {
  viewer: TestMember
  /** Owner of the secrets marked by the canaries. */
  other: TestMember
  conversation: string
  /** Key of a photo that the viewer may see. */
  photo: string
  /** Name of a secret → the text that must not occur in any response to the viewer. */
  canaries: Record<string, string | number>
}

let areas = 0
/** Far apart, at cells with four-digit numbers; never beyond the date line, where numbers start again at 0. */
function nextHome() {
  const [row, column] = [Math.floor(areas / 150), areas++ % 150]
  return { latitude: 51.9 - 3 * row, longitude: 5 + 0.9 * column }
}
const unspoken = { answer: 1, acceptableMask: 2, importance: 10 as const, isPublic: false }

/**
 * Two neighbours, one of them with secrets everywhere. They are matched, or strangers who like and visit each other, with
 * messages, notifications and photos.
 */
export async function createWatched(relation: 'match' | 'stranger'): Promise<Watched> {
  const mark = newId()
  const home = nextHome()
  const activeAt = Date.now() - 3 * 60 * 60_000 - 12_345
  const where = moved(home, 12)
  const hidden = ['about', 'intent', 'interests', 'languages', 'body', 'drinking', 'kids', 'politics', 'religion', 'orientation']
  const secret = (name: string) => `canary-${name}-${mark}`
  const answers = [1, 2, 3, 4, 5, 6].map((question) => ({ question, ...unspoken }))
  const quiz = pack(answers)
  const viewer = await createPerson(home, { firstName: 'Vera', quiz })
  const other = await createPerson(where, {
    firstName: 'Olga',
    birthDate: '1991-03-17',
    activeAt,
    quiz,
    showsOnline: false,
    about: secret('about'),
    intent: secret('intent'),
    interests: [secret('interest')],
    languages: [secret('language')],
    visibility: Object.fromEntries(hidden.map((field) => [field, 'me'])),
    ...Object.fromEntries(hidden.slice(4).map((field) => [field, secret(field)])),
  })
  const photo = await createPhoto(other)
  const waiting = await createPhoto(other, { state: 'pending' })
  const both = [
    [viewer, other],
    [other, viewer],
  ] as const
  const now = Date.now()
  const conversation = await deriveConversationId(env, viewer.id, other.id)
  const push = { endpoint: `https://fcm.googleapis.com/${secret('push')}`, p256dh: secret('p256dh'), auth: secret('auth') }
  await db.batch([
    db.insert(favourites).values(both.map(([owner, member]) => ({ ownerId: owner.id, memberId: member.id, note: owner === other ? secret('note') : 'mine', createdAt: now }))),
    db.insert(visits).values(both.map(([visitor, visited]) => ({ visitorId: visitor.id, visitedId: visited.id, lastAt: now }))),
    db.insert(reports).values({ id: newId(), reporterId: other.id, reportedId: viewer.id, category: 'fake', text: secret('report'), source: 'profile', createdAt: now }),
    db.insert(likes).values({ fromId: other.id, toId: viewer.id, createdAt: now }),
    db.insert(pushSubscriptions).values({ sessionId: other.sid, memberId: other.id, ...push, createdAt: now }),
  ]) // prettier-ignore
  await notifyMember(env, viewer.id, { id: newId(), kind: 'like', from: other.id })
  if (relation === 'match') {
    const [lowId = '', highId = ''] = [viewer.id, other.id].toSorted()
    await db.insert(likes).values({ fromId: viewer.id, toId: other.id, createdAt: now })
    await db.insert(pairs).values({ lowId, highId, conversationId: conversation, matchedAt: now, openedAt: now })
    await openDirectConversation(env, conversation, [viewer.id, other.id], now)
    await sendMessage(env, conversation, { member: other.id, cid: newId(), text: 'watermelon' })
  }
  const { cellX, cellY } = cellColumnsOf(cellAt(where))
  await db.update(profiles).set({ activeAt }).where(eq(profiles.memberId, other.id))
  const [waitingRow] = await db.select().from(photos).where(eq(photos.id, waiting.id))
  const canaries = {
    email: `${other.id}@example.test`,
    birthDate: '1991-03-17',
    cellX,
    cellY,
    activeAt,
    session: other.sid,
    quiz,
    pushAddress: push.endpoint,
    pushKey: push.p256dh,
    pushSecret: push.auth,
    waitingPhotoKey: waitingRow?.key ?? '',
    ...Object.fromEntries(
      [...hidden.slice(4), 'about', 'intent', 'interest', 'language', 'note', 'report'].map((name) => [name, secret(name)]),
    ),
  }
  return { viewer, other, conversation, photo: photo.key, canaries }
}

/**
 * Ids, nonces (which may contain a `/`) and tokens are long enough to contain a short number by chance, with `-` or `+` on both
 * sides of it. So are the shapes of drawings.
 */
const random = /nonce[-=]"?[\w+/=-]+|[\w+=-]{20,}| d="[^"]*"/g

/**
 * Durations in ms, in headers and in the log, and positions in stack traces: on a busy machine they have as many digits as a
 * cell.
 */
const measured = /dur=\d+|"(?:\w*[mM]s|gate|read|load|render)":\d+|:\d+:\d+\b/g

/** The secrets found in a text. Numbers count only as whole numbers, and not within random text or a measured time. */
export function canariesIn(text: string, canaries: Watched['canaries']): string[] {
  const plain = text.replaceAll(random, '').replaceAll(measured, '')
  return Object.entries(canaries)
    .filter(([, value]) =>
      typeof value === 'number' ? new RegExp(`(?<![\\w.+])${value}(?![\\w.+])`).test(plain) : text.includes(value),
    )
    .map(([name]) => name)
}
