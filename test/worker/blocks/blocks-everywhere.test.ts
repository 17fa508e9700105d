import { visitActions } from '#features/visits/contract.ts'
import { requestActions } from '#features/chat/contract.ts'
import { reportActions } from '#features/reports/contract.ts'
import { likeActions } from '#features/likes/contract.ts'
import { favouriteActions } from '#features/favourites/contract.ts'
import { blockActions } from '#features/blocks/contract.ts'
import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { blocks, favourites, likes, pairs, visits } from '#db/schema.ts'
import { finishBlocks, blockMember } from '#features/blocks/server/public.ts'
import {
  deriveConversationId,
  openDirectConversation,
  sendMessage,
  readInbox,
  searchMessages,
} from '#features/chat/server/public.ts'
import { listFavouritedBy } from '#features/favourites/server/public.ts'
import { notifyMember } from '#features/member-hub/server/public.ts'
import { readNotifications } from '#features/notifications/server/list.ts'
import { createMemberDirectory } from '#features/notifications/server/public.ts'
import { addressesFor } from '#features/photos/server/public.ts'
import { readVisitorNews } from '#features/visits/server/public.ts'
import { channelName, type ServerEvent } from '#shared/realtime/wire.ts'
import { db, postJson, type TestMember } from '#test/support/worker/members.ts'
import { openPage, payloadPath } from '#test/support/worker/pages.ts'
import { createPhoto } from '#test/support/worker/photos.ts'
import { createPerson, newArea } from '#test/support/worker/places.ts'
import { connect, eventually, newId, type RealtimeClient } from '#test/support/worker/realtime-client.ts'
import { writeTo } from '#test/support/worker/requests.ts'

vi.setConfig({ testTimeout: 60_000 })

type Pair = readonly [TestMember, TestMember]
/** Whether `viewer` comes across `other` here. */
type Look = (viewer: TestMember, other: TestMember) => Promise<boolean>

/** Two neighbours who could like each other, with first names that nobody else has. */
const createPair = async (): Promise<Pair> => {
  const home = newArea()
  const person = () => createPerson(home, { firstName: `N${newId()}` })
  return Promise.all([person(), person()])
}

const bothWays = ([one, other]: Pair) => [[one, other] as const, [other, one] as const]

async function match(pair: Pair): Promise<string> {
  const [one, other] = pair
  const conversationId = await deriveConversationId(env, one.id, other.id)
  const [lowId = '', highId = ''] = [one.id, other.id].toSorted()
  const now = Date.now()
  await db.insert(pairs).values({ lowId, highId, conversationId, matchedAt: now, openedAt: now })
  await openDirectConversation(env, conversationId, [one.id, other.id], now)
  return conversationId
}

const say = (conversation: string, { id: member }: TestMember, text: string) =>
  sendMessage(env, conversation, { member, cid: newId(), text })

/** A page, document and payload, that names the other one by id or first name. */
const names =
  (path: string): Look =>
  async (viewer, other) => {
    const answers = await Promise.all([path, payloadPath(path)].map((address) => openPage(viewer, address)))
    const texts = await Promise.all(answers.map((answer) => answer.text()))
    return texts.some((text) => text.includes(other.id) || text.includes(other.firstName))
  }

const isOpen =
  (path: (other: TestMember) => string): Look =>
  async (viewer, other) =>
    (await openPage(viewer, path(other))).status === 200

const now = () => Date.now()

/** Everything that shows one member to another: what has to lie between the two for that, and how one looks. */
const surfaces: Record<string, (pair: Pair) => Promise<Look>> = {
  'people nearby': async () => names('/people-nearby'),
  'likes received': async (pair) => {
    await db.insert(likes).values(bothWays(pair).map(([from, to]) => ({ fromId: from.id, toId: to.id, createdAt: now() })))
    return names('/likes?tab=received')
  },
  'likes sent': async (pair) => {
    await db.insert(likes).values(bothWays(pair).map(([from, to]) => ({ fromId: from.id, toId: to.id, createdAt: now() })))
    return names('/likes?tab=sent')
  },
  matches: async (pair) => {
    await match(pair)
    return names('/likes?tab=matches')
  },
  favourites: async (pair) => {
    await db
      .insert(favourites)
      .values(bothWays(pair).map(([owner, other]) => ({ ownerId: owner.id, memberId: other.id, note: 'nice', createdAt: now() })))
    return names('/favorits')
  },
  visitors: async (pair) => {
    await db
      .insert(visits)
      .values(bothWays(pair).map(([visitor, visited]) => ({ visitorId: visitor.id, visitedId: visited.id, lastAt: now() })))
    return names('/visitors')
  },
  'the digest of visitors': async (pair) => {
    await db
      .insert(visits)
      .values(bothWays(pair).map(([visitor, visited]) => ({ visitorId: visitor.id, visitedId: visited.id, lastAt: now() })))
    return async (viewer) => (await readVisitorNews(db, viewer.id, now())).people > 0
  },
  'the news that a favourite has come online': async (pair) => {
    await match(pair)
    await db
      .insert(favourites)
      .values(bothWays(pair).map(([owner, other]) => ({ ownerId: owner.id, memberId: other.id, createdAt: now() })))
    return async (viewer, other) => (await listFavouritedBy(db, other.id)).some(({ ownerId }) => ownerId === viewer.id)
  },
  'an open chat': async (pair) => {
    const conversation = await match(pair)
    return isOpen(() => `/messages?chat=${conversation}`)
  },
  'the profile': async () => isOpen((other) => `/profile-info/${other.id}`),
  'the profile’s payload': async () => isOpen((other) => payloadPath(`/profile-info/${other.id}`)),
  'photos at addresses from before': async (pair) => {
    const keys = new Map(await Promise.all(pair.map(async (member) => [member.id, (await createPhoto(member)).key] as const)))
    const addresses = new Map(await Promise.all(pair.map(async ({ id }) => [id, await addressesFor(env, id, now())] as const)))
    return isOpen((other) => {
      const viewer = pair.find(({ id }) => id !== other.id)
      return addresses.get(viewer?.id ?? '')?.(keys.get(other.id) ?? '') ?? ''
    })
  },
  'kept notifications': async (pair) => {
    for (const [to, from] of bothWays(pair)) await notifyMember(env, to.id, { id: newId(), kind: 'like', from: from.id })
    return async (viewer, other) => {
      const page = await readNotifications(env, { memberId: viewer.id, locale: 'en', timeZone: 'UTC', before: null, now: now() })
      return JSON.stringify(page?.items).includes(other.firstName)
    }
  },
  'a notification that counts several': async (pair) => {
    const [carl] = await createPair()
    for (const [to, from] of bothWays(pair))
      for (const { id } of [from, carl]) await notifyMember(env, to.id, { id: newId(), kind: 'like', from: id })
    return async (viewer) => {
      const page = await readNotifications(env, { memberId: viewer.id, locale: 'en', timeZone: 'UTC', before: null, now: now() })
      return page?.items[0]?.title !== `${carl.firstName} likes you`
    }
  },
  'letters and live notifications': async () => async (viewer, other) =>
    (await createMemberDirectory(env, viewer.id).people([other.id], now())).has(other.id),
}

/** What a member's own object keeps: gone with what follows at once from the block. */
const keptSurfaces: typeof surfaces = {
  inbox: async (pair) => {
    await say(await match(pair), pair[0], 'hello')
    return names('/messages')
  },
  'a request, at its sender and its receiver': async ([one, other]) => {
    await writeTo(one, other.id)
    return async (viewer, person) => (await names('/messages')(viewer, person)) || names('/messages?requests=1')(viewer, person)
  },
  'search in one’s own messages': async (pair) => {
    const conversation = await match(pair)
    await say(conversation, pair[0], 'watermelon')
    for (const { id } of pair)
      await eventually(async () => (await searchMessages(env, id, 'watermelon', null))?.hits.length === 1, 'the index')
    return names('/messages?q=watermelon')
  },
}

const placed = (pair: Pair) => postJson(pair[0], blockActions.block.path, { id: pair[1].id })
/** The row alone, before anything that follows from it. */
const onlyRow = ([blocker, blocked]: Pair) =>
  db.insert(blocks).values({ blockerId: blocker.id, blockedId: blocked.id, createdAt: now() })

describe.each(['the one who blocked', 'the one who was blocked'])('%s no longer comes across the other', (who) => {
  it.each([
    ...Object.entries(surfaces).map(([where, prepare]) => [where, prepare, onlyRow] as const),
    ...Object.entries(keptSurfaces).map(([where, prepare]) => [where, prepare, placed] as const),
  ])('in %s', async (_, prepare, block) => {
    const pair = await createPair()
    const [blocker, blocked] = pair
    const [viewer, other] = who === 'the one who blocked' ? [blocker, blocked] : [blocked, blocker]
    const sees = await prepare(pair)
    expect(await sees(viewer, other), 'without a block').toBe(true)
    await block(pair)
    expect(await sees(viewer, other)).toBe(false)
  })
})

/** Calls about somebody, and what has to be there for the call to be taken without a block. */
const calls: Record<
  string,
  { path: string; body?: Record<string, unknown>; prepare?: (from: TestMember, to: TestMember) => Promise<unknown> }
> = {
  'a like': { path: likeActions.like.path },
  'a like taken back': {
    path: likeActions.withdraw.path,
    prepare: (from, to) => db.insert(likes).values({ fromId: from.id, toId: to.id, createdAt: now() }),
  },
  'a pass': { path: likeActions.pass.path },
  'a favourite': { path: favouriteActions.keep.path, body: { note: '' } },
  'a note on a favourite': {
    path: favouriteActions.note.path,
    body: { note: 'x' },
    prepare: (from, to) => db.insert(favourites).values({ ownerId: from.id, memberId: to.id, createdAt: now() }),
  },
  'a visit': { path: visitActions.leave.path },
  'a report': { path: reportActions.report.path, body: { source: 'profile', category: 'fake' } },
  'a request': { path: requestActions.send.path, body: { text: 'Hello!', cid: newId() } },
}

const call = async (from: TestMember, id: string, { path, body }: { path: string; body?: Record<string, unknown> }) => {
  const answer = await postJson(from, path, { id, to: id, ...body, ...(body?.['cid'] ? { cid: newId() } : {}) })
  return [answer.status, (await answer.text()).replace(/"requestId":"[^"]*"/, '')] as const
}

describe.each(['who blocked', 'who was blocked'])('from the one %s', (who) => {
  it.each(Object.entries(calls))('%s gets the 404 of nobody at all', async (_, wanted) => {
    const [blocker, blocked] = await createPair()
    const [from, to] = who === 'who blocked' ? [blocker, blocked] : [blocked, blocker]
    const [third, fourth] = await createPair()
    for (const [one, other] of [[from, to], [third, fourth]] as const) await wanted.prepare?.(one, other) // prettier-ignore
    expect((await call(third, fourth.id, wanted))[0], 'without a block').toBe(200)
    await db.insert(blocks).values({ blockerId: blocker.id, blockedId: blocked.id, createdAt: now() })
    const refused = await call(from, to.id, wanted)
    expect(refused[0]).toBe(404)
    expect(refused).toEqual(await call(from, newId(), wanted))
    expect(await db.$count(visits, eq(visits.visitorId, from.id))).toBe(0)
  })
})

it('a block reaches both inboxes though the conversation itself cannot be reached', async () => {
  const pair = await createPair()
  const conversation = await match(pair)
  await say(conversation, pair[0], 'hello')
  for (const { id } of pair) await eventually(async () => (await readInbox(env, id))?.length === 1, 'the row')
  const away = {
    ...env,
    CONVERSATION: {
      ...env.CONVERSATION,
      getByName: () => {
        throw new Error('away')
      },
    } as never,
  }
  const block = { blockerId: pair[0].id, blockedId: pair[1].id }
  await blockMember(away, block, now())
  for (const { id } of pair) expect(await readInbox(env, id)).toEqual([])
  const rowOf = async () => (await db.select().from(blocks).where(eq(blocks.blockerId, block.blockerId)))[0]
  expect((await rowOf())?.endedAt, 'still to be carried through').toBeNull()
  await finishBlocks(env, now())
  expect((await rowOf())?.endedAt).toEqual(expect.any(Number))
  expect((await say(conversation, pair[0], 'hello?')).ok).toBe(false)
})

describe('an open conversation, from the moment of the block', () => {
  const block = (one: TestMember, other: TestMember) => postJson(one, blockActions.block.path, { id: other.id })
  const since = (client: RealtimeClient, count: number) =>
    client.frames.slice(count).filter((frame): frame is ServerEvent => 'event' in frame)

  it.each(['who blocked', 'who was blocked'])('lets the one %s neither write, type, be seen nor come back', async (who) => {
    const pair = await createPair()
    const conversation = await match(pair)
    const channel = channelName.conversation(conversation)
    const [blocker, blocked] = pair
    const [actor, listener] = who === 'who blocked' ? [blocker, blocked] : [blocked, blocker]
    const [acting, listening] = [await connect(actor.id), await connect(listener.id)]
    await listening.enter(conversation)
    await listening.join(channelName.member(listener.id))
    await acting.enter(conversation)
    await listening.until(() => listening.events('presence:joining')[0], 'presence before')
    expect((await block(blocker, blocked)).status).toBe(200)
    await listening.until(() => listening.events('closed')[0], 'the end')
    await listening.until(() => listening.events('inbox').find(({ data }) => data.gone), 'the row’s end')
    const before = listening.frames.length
    for (const request of [
      { type: 'message:send', channel, cid: newId(), text: 'hello?' },
      { type: 'channel:clientEvent', channel, event: 'client-typing', data: {} },
    ])
      expect(await acting.request(request)).toMatchObject({ status: 'error' })
    expect(await acting.join(channel)).toMatchObject({ status: 'error', code: 'forbidden' })
    await acting.heads()
    await listening.heads()
    expect(since(listening, before).filter(({ event }) => event !== 'pong')).toEqual([])
  })

  it('is ended by the first delivery that finds a block which nobody could tell it of', async () => {
    const pair = await createPair()
    const conversation = await match(pair)
    const [anna, ben] = pair
    const bens = await connect(ben.id)
    await bens.enter(conversation)
    await say(conversation, anna, 'before')
    await bens.until(() => bens.messages()[0], 'the message before')
    await db.insert(blocks).values({ blockerId: ben.id, blockedId: anna.id, createdAt: now() })
    // What was asked of the database holds for five seconds at most.
    await eventually(async () => {
      // As her hub would send it, more often than it lets her.
      const room = env.CONVERSATION.getByName(conversation)
      await room.leave(anna.id, [newId()])
      return !(await room.sendFromHub({ member: anna.id, cid: newId(), text: 'after' })).ok
    }, 'the refusal')
    expect(await env.CONVERSATION.getByName(conversation).history(ben.id, { limit: 10 })).toBeNull()
  })
})
