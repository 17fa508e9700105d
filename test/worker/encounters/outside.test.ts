import { describe, expect, it, vi } from 'vitest'
import { favourites, likes, visits } from '#db/schema.ts'
import { anonymousActions } from '#features/encounters/anonymous/contract.ts'
import { chatActions } from '#features/chat/contract.ts'
import type { EncounterKind } from '#features/encounters/contract.ts'
import type { Action } from '#shared/routing/action.ts'
import { channelName, type ServerFrame } from '#shared/realtime/wire.ts'
import { encounterOf, pairUp, viewBy } from '#test/support/worker/encounter.ts'
import { createMember, db, postJson, type TestMember } from '#test/support/worker/members.ts'
import { openPage, payloadPath } from '#test/support/worker/pages.ts'
import { connect, eventually, newId } from '#test/support/worker/realtime-client.ts'
import { seatBy, untilPaired } from '#test/support/worker/waiting.ts'
import { acts, type Cast } from './outside-acts.ts'

// Dozens of talks, six at a time.
vi.setConfig({ testTimeout: 120_000 })

const contracts = import.meta.glob<Record<string, unknown>>('/src/features/**/contract.ts', { eager: true })
const isAction = (value: unknown): value is Action =>
  typeof value === 'object' && value !== null && 'path' in value && 'form' in value && typeof value.path === 'string'
const declared = Object.values(contracts)
  .flatMap((contract) => Object.values(contract))
  .flatMap((exported) => (typeof exported === 'object' && exported !== null ? Object.values(exported) : []))
  .filter(isAction)
const paths = [
  ...new Set(declared.filter(({ path, method }) => method !== 'GET' && !path.startsWith('/ops')).map(({ path }) => path)),
]

it('every declared action says what it is for the secret of a talk', () => {
  expect(paths.length).toBeGreaterThan(100)
  expect(paths.toSorted()).toEqual(Object.keys(acts).toSorted())
})

/** Ids, times and what is drawn by chance differ from talk to talk, whoever does what. */
const blank = (text: string): string =>
  text
    // Some seconds after the beginning a lobby leads there no more.
    .replaceAll(/"isNew":(?:true|false)/g, '(time)')
    // What comes after the page may be missing where the machine is busy, and made-up names come from the seed.
    .replace(/,"deferred":.*$/s, '')
    .replaceAll(/"title":"[^"]*"|"texts":\[[^\]]*\]/g, '(chance)')
    .replaceAll(/[ab]-[\w-]{24,26}/g, '(talk)')
    .replaceAll(/"(?:nonce|seed|cid|epoch|user_id|from|requestId)":"[^"]*"/g, '(chance)')
    .replaceAll(/\b1[789]\d{11}\b/g, '(time)')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '(time)')
    .replaceAll(/[\w-]{22,}/g, '(id)')

const readAll = (member: TestMember, pages: readonly string[]) =>
  Promise.all(
    pages.map(async (path) => {
      const answer = await openPage(member, payloadPath(path))
      return `${blank(path)} ${answer.status} ${blank(await answer.text())}`
    }),
  )

const isOfTalk = (id: string) => (frame: ServerFrame) =>
  'event' in frame &&
  // Marks say how far deliveries are, which come together or apart.
  frame.event !== 'marks' &&
  (JSON.stringify(frame).includes(id) || frame.event === 'anonymous' || frame.event === 'blind-date')

/** What the partner of `me` is sent of their talk while `does` happens in the middle of it. */
async function recordTalk(kind: EncounterKind, does: (cast: Cast) => Promise<unknown>): Promise<unknown> {
  const [me, partner] = await Promise.all([createMember(), createMember()])
  const { id } = await pairUp(kind, [partner.id, me.id])
  await untilPaired(partner)
  if (kind === 'blind') for (const { id: member } of [partner, me]) await encounterOf(id).act(member, { kind: 'accept' })
  const room = kind === 'blind' ? `/blind-dates/${id}` : `/anonymous-chat/${id}`
  const lobby = kind === 'blind' ? '/blind-dates' : '/anonymous-chat'
  const phone = await connect(partner.id, partner.sid)
  await phone.join(channelName.member(partner.id))
  await phone.enter(id)
  const say = async (member: TestMember, text: string) => {
    const answer = await postJson(member, chatActions.send.path, { conversation: id, cid: newId(), text })
    return [answer.status, blank(await answer.text())]
  }
  const arrived = (text: string) => phone.until(() => phone.messages().some((message) => message.text === text), text)
  await say(me, 'before')
  await arrived('before')
  await does({ me, partner })
  const during = [await say(partner, 'during'), (await say(me, 'and you'))[0]]
  await arrived('and you')
  if (kind === 'anonymous') await encounterOf(id).act(me.id, { kind: 'reveal' })
  else await encounterOf(id).act(me.id, { kind: 'extend' })
  const pages = await readAll(partner, [room, lobby])
  const { phase } = await viewBy(id, partner.id)
  await encounterOf(id).act(me.id, { kind: 'leave' })
  await phone.until(() => phone.frames.some((frame) => 'event' in frame && frame.event === 'closed'), 'the end')
  await eventually(async () => (await seatBy(partner).read()).state === 'free', 'a free seat')
  const frames = phone.frames.filter(isOfTalk(id)).map((frame) => blank(JSON.stringify(frame)))
  return { during, phase, pages, frames: frames.toSorted(), after: await readAll(partner, [room, lobby]) }
}

/** Those that must have worked, or the walk proves nothing. */
const toWork = [
  '/api/blocks',
  '/api/reports',
  '/api/likes',
  '/api/likes/pass',
  '/api/favourites',
  '/api/visits',
  '/api/chat/request',
  '/api/profile/pause',
  '/api/settings/privacy',
  '/api/settings/chat',
  '/api/settings/time-zone',
  '/api/public-profile',
  '/api/notifications/settings/quiet-hours',
]

/** So many talks at a time. */
const atOnce = 6

async function inGroups<Item>(items: readonly Item[], run: (item: Item) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += atOnce) await Promise.all(items.slice(at, at + atOnce).map(run))
}

/** What one does to somebody by their profile. */
const aboutSomebody = ['/api/blocks', '/api/reports', '/api/likes', '/api/likes/pass', '/api/favourites', '/api/visits']

/** After one of these others are refused, or before it: each has a talk of its own. */
const alone = ['/api/blocks', '/api/reports', '/api/likes/pass', '/api/profile/pause', '/api/chat/request']

/** So many acts in one talk. */
const perTalk = 6

type Tried = { path: string; body: (cast: Cast) => object | Promise<object> }

/** Puts acts together that stand apart in the list: an act and what undoes it are in different talks. */
function inTalks(tried: readonly Tried[]): Tried[][] {
  const others = tried.filter(({ path }) => !alone.includes(path))
  const count = Math.ceil(others.length / perTalk)
  const shared = Array.from({ length: count }, (_, talk) => others.filter((_act, at) => at % count === talk))
  return [...tried.filter(({ path }) => alone.includes(path)).map((each) => [each]), ...shared]
}

describe.each(['anonymous', 'blind'] as const)('in a talk of the kind %s', (kind) => {
  const tried = paths.flatMap((path) => {
    const act = acts[path]
    return act && 'body' in act ? [{ path, body: act.body }] : []
  })

  it('nothing that one does to an account outside shows to the partner', async () => {
    const quiet = await recordTalk(kind, async () => {})
    const worked = new Set<string>()
    await inGroups(inTalks(tried), async (together) => {
      const seen = await recordTalk(kind, async (cast) => {
        for (const { path, body } of together) if ((await postJson(cast.me, path, await body(cast))).ok) worked.add(path)
      })
      expect(seen, together.map(({ path }) => path).join(', ')).toEqual(quiet)
    })
    expect(toWork.filter((path) => !worked.has(path))).toEqual([])
  })

  it('nothing that one does to an account outside shows to whoever does it', async () => {
    const quiet = await recordTalk(kind, async () => {})
    await inGroups(
      tried.filter(({ path }) => aboutSomebody.includes(path)),
      async ({ path, body }) => {
        const seen = await recordTalk(kind, async ({ me, partner }) => {
          const answer = await postJson(partner, path, await body({ me: partner, partner: me }))
          expect(answer.status, path).toBe(200)
        })
        expect(seen, path).toEqual(quiet)
      },
    )
  })
})

const pagesAbout = (other: TestMember) => [
  `/profile-info/${other.id}`,
  '/people-nearby',
  '/likes',
  '/favorits',
  '/visitors',
  '/messages',
  '/main-settings?section=privacy',
]

describe('nothing that comes out of a talk shows outside', () => {
  it.each(['report', 'reveal', 'next', 'leave', 'silence'] as const)('not a %s', async (what) => {
    const [me, partner, third] = await Promise.all([createMember(), createMember(), createMember()])
    const both = [
      [me, partner],
      [partner, me],
    ] as const
    await db.batch([
      db.insert(likes).values({ fromId: me.id, toId: partner.id, createdAt: Date.now() }),
      db.insert(favourites).values(both.map(([one, two]) => ({ ownerId: one.id, memberId: two.id, createdAt: 1 }))),
      db.insert(visits).values(both.map(([one, two]) => ({ visitorId: one.id, visitedId: two.id, lastAt: Date.now() }))),
    ])
    const look = async () =>
      Promise.all([
        readAll(me, pagesAbout(partner)),
        readAll(partner, pagesAbout(me)),
        readAll(third, [...pagesAbout(me), ...pagesAbout(partner)]),
      ])
    const before = await look()
    const { id } = await pairUp('anonymous', [partner.id, me.id])
    await Promise.all([untilPaired(me), untilPaired(partner)])
    const during = await look()
    if (what === 'report') {
      const answer = await postJson(me, anonymousActions.report.path, { id, category: 'spam', text: '' })
      expect(answer.status).toBe(200)
    } else if (what !== 'silence') {
      expect((await postJson(me, anonymousActions[what].path, { id })).status).toBe(200)
    }
    expect(during).toEqual(before)
    expect(await look()).toEqual(before)
    // Somebody else's way into the same person's life works as it did.
    expect((await postJson(partner, '/api/likes', { id: me.id })).status).toBe(200)
  })
})
