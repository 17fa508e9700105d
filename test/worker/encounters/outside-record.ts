import { expect } from 'vitest'
import { chatActions } from '#features/chat/contract.ts'
import type { EncounterKind, EncounterView } from '#features/encounters/contract.ts'
import { cellColumnsOf } from '#features/location/rules.ts'
import { channelName, type ServerFrame } from '#shared/realtime/wire.ts'
import { encounterOf, pairUp, viewBy } from '#test/support/worker/encounter.ts'
import { createMember, postJson, type TestMember } from '#test/support/worker/members.ts'
import { openPage, payloadPath } from '#test/support/worker/pages.ts'
import { cellAt, newArea, type Position } from '#test/support/worker/places.ts'
import { connect, eventually, newId, type RealtimeClient } from '#test/support/worker/realtime-client.ts'
import { seatBy, untilPaired } from '#test/support/worker/waiting.ts'
import { deedsPerChain, type Cast, type Chain } from './outside-chains.ts'

/** The people of a recording by their parts in it: their ids differ from one to the next. */
export type Parts = Readonly<Record<string, { id: string }>>

/** Ids, times and what is drawn by chance differ from talk to talk, whoever does what. */
export function blank(text: string, parts: Parts): string {
  const named = Object.entries(parts).reduce((sofar, [part, { id }]) => sofar.replaceAll(id, `(${part})`), text)
  return (
    named
      // Some seconds after the beginning a lobby leads there no more.
      .replaceAll(/"isNew":(?:true|false)/g, '(time)')
      // Not within a longer name: one that is sealed may have these two characters by chance.
      .replaceAll(/(?<![\w-])[ab]-[\w-]{24,26}(?![\w-])/g, '(talk)')
      .replaceAll(/"(?:nonce|seed|cid|epoch|requestId|key)":"[^"]*"/g, '(chance)')
      .replaceAll(/\b1[789]\d{11}\b/g, '(time)')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '(time)')
      .replaceAll(/[\w.-]{22,}/g, '(id)')
  )
}

type Payload = { data: object; deferred: Record<string, unknown> }

/** A page with what comes after it. A busy machine may leave the latter out, so it is read again then. */
async function readPage(member: TestMember, path: string): Promise<{ status: number; page: Payload | null }> {
  return eventually(async () => {
    const answer = await openPage(member, payloadPath(path))
    const text = await answer.text()
    if (!text.startsWith('{"build"')) return { status: answer.status, page: null }
    const page: Payload = JSON.parse(text)
    // An error page has no visitors.
    const { visitors: _visitors, ...awaited } = page.deferred
    const isComplete = !Object.values(awaited).includes(null) && !text.includes('"props":{"kind":"away"}')
    return isComplete ? { status: answer.status, page } : null
  }, path)
}

export async function readAll(member: TestMember, pages: readonly string[], parts: Parts): Promise<string[]> {
  return Promise.all(
    pages.map(async (path) => {
      const { status, page } = await readPage(member, path)
      return blank(`${path} ${status} ${JSON.stringify(page && [page.data, page.deferred])}`, parts)
    }),
  )
}

/**
 * Pages of the talk. Names in titles and prompts are drawn by chance. The frame's badges count what is new outside, whoever it
 * comes from: `outside-others.test.ts` compares them.
 */
async function readTalk(member: TestMember, pages: readonly string[], parts: Parts): Promise<string[]> {
  return Promise.all(
    pages.map(async (path) => {
      const { status, page } = await readPage(member, path)
      const { unread: _unread, visitors: _visitors, ...deferred } = page?.deferred ?? {}
      const text = `${path} ${status} ${JSON.stringify(page && [page.data, deferred])}`
      return blank(text.replaceAll(/"title":"[^"]*"|"texts":\[[^\]]*\]/g, '(chance)'), parts)
    }),
  )
}

/** `rank`: a digit. Lists of people with equal scores are in the order of their ids, so it gives two recordings the same order. */
export const createIn = (area: Position, rank: number) =>
  createMember({ member: { id: `${rank}${newId().slice(1)}` }, profile: cellColumnsOf(cellAt(area)) })

export async function createCast(area = newArea()): Promise<Cast> {
  const [me, partner] = await Promise.all([createIn(area, 1), createIn(area, 2)])
  return { me, partner }
}

/** A device on the member's own channel. */
export async function phoneOf({ id, sid }: TestMember): Promise<RealtimeClient> {
  const phone = await connect(id, sid)
  await phone.join(channelName.member(id))
  return phone
}

const isOfTalk = (id: string) => (frame: ServerFrame) =>
  'event' in frame &&
  // Marks say how far deliveries are, which come together or apart. What was read they never say.
  !(frame.event === 'marks' && frame.data.read === 0) &&
  (JSON.stringify(frame).includes(id) || frame.event === 'anonymous' || frame.event === 'blind-date')

const has = (phone: RealtimeClient, text: string) =>
  phone.until(() => phone.messages().some((message) => message.text === text), text)

/** Two in a talk, as the partner of whoever acts sees it. */
export class WatchedTalk {
  readonly id: string
  readonly #kind: EncounterKind
  readonly #cast: Cast
  readonly #phone: RealtimeClient
  /** With the names that the two have in the talk. */
  readonly #parts: Parts
  #seen = 0

  private constructor(kind: EncounterKind, view: EncounterView, cast: Cast, phone: RealtimeClient) {
    this.#kind = kind
    this.id = view.id
    this.#cast = cast
    this.#phone = phone
    this.#parts = { ...cast, aliasOfPartner: { id: view.self.user_id }, aliasOfMe: { id: view.partner.user_id } }
  }

  static async open(kind: EncounterKind, cast: Cast): Promise<WatchedTalk> {
    const { me, partner } = cast
    const { id } = await pairUp(kind, [partner.id, me.id])
    await Promise.all([untilPaired(partner), untilPaired(me)])
    if (kind === 'blind') for (const member of [partner, me]) await encounterOf(id).act(member.id, { kind: 'accept' })
    const phone = await phoneOf(partner)
    await phone.enter(id)
    return new WatchedTalk(kind, await viewBy(id, partner.id), cast, phone)
  }

  get #pages(): readonly string[] {
    return this.#kind === 'blind'
      ? [`/blind-dates/${this.id}`, '/blind-dates']
      : [`/anonymous-chat/${this.id}`, '/anonymous-chat']
  }

  async #say(member: TestMember, text: string) {
    const answer = await postJson(member, chatActions.send.path, { conversation: this.id, cid: newId(), text })
    await has(this.#phone, text)
    return [answer.status, blank(await answer.text(), this.#parts)]
  }

  /** The frames since the last time, in their order. */
  #news(): string[] {
    const frames = this.#phone.frames.slice(this.#seen)
    this.#seen = this.#phone.frames.length
    return frames.filter(isOfTalk(this.id)).map((frame) => blank(JSON.stringify(frame), this.#parts))
  }

  /** Each writes to the other. */
  async talk(step: string) {
    const { me, partner } = this.#cast
    return [await this.#say(partner, `${step}, the one`), await this.#say(me, `${step}, the other`)]
  }

  /** Each writes to the other; then the partner looks at their pages. */
  async exchange(step: string) {
    const { partner } = this.#cast
    const said = await this.talk(step)
    return { said, pages: await readTalk(partner, this.#pages, this.#parts), news: this.#news() }
  }

  /** What they have said and who is there is known once; from here on the order of frames is that of what happens. */
  async begin() {
    const first = await this.exchange('first')
    return { ...first, news: first.news.toSorted() }
  }

  /** One says yes alone, and leaves, by default as the talk's own button does. */
  async end(leave?: (me: TestMember) => Promise<unknown>) {
    const { me, partner } = this.#cast
    await encounterOf(this.id).act(me.id, { kind: this.#kind === 'blind' ? 'extend' : 'reveal' })
    const pages = await readTalk(partner, this.#pages, this.#parts)
    const { phase } = await viewBy(this.id, partner.id)
    await (leave ? leave(me) : encounterOf(this.id).act(me.id, { kind: 'leave' }))
    await this.#phone.until(() => this.#phone.events('closed').length > 0, 'the end')
    await Promise.all(
      [me, partner].map((member) => eventually(async () => (await seatBy(member).read()).state === 'free', 'a free seat')),
    )
    return { pages, phase, after: await readTalk(partner, this.#pages, this.#parts), news: this.#news().toSorted() }
  }
}

/** Where two recordings differ: their words around each first difference. */
export function differences(expected: unknown, seen: unknown, where = ''): string[] {
  if (typeof expected === 'object' && typeof seen === 'object' && expected && seen) {
    const [one, other] = [new Map(Object.entries(expected)), new Map(Object.entries(seen))]
    return [...new Set([...one.keys(), ...other.keys()])].flatMap((key) =>
      differences(one.get(key), other.get(key), `${where}/${key}`),
    )
  }
  if (Object.is(expected, seen)) return []
  const [one, other] = [String(expected), String(seen)]
  const at = [...one].findIndex((character, index) => character !== other[index])
  const excerpt = (text: string) => text.slice(Math.max(0, at - 120), at + 120)
  return [`${where} ${one.slice(0, 60)}: … ${excerpt(one)} … became … ${excerpt(other)} …`]
}

/** Does the chain's next deed, which has to work. */
export async function act({ name, deeds }: Chain, step: number, cast: Cast): Promise<void> {
  const deed = deeds[step]
  if (!deed) return
  const answer = await deed.does(cast)
  expect.soft(answer.ok, `${name}: ${deed.path} ${answer.status} ${answer.ok ? '' : await answer.text()}`).toBe(true)
}

/** The steps of every recording, so that two can be compared. */
export const steps = Array.from({ length: deedsPerChain }, (_, step) => step)

/**
 * What the partner sees of a talk in which the chain happens. `by`: who does it, and so what the one who does it sees
 * themselves.
 */
export async function recordTalk(kind: EncounterKind, chain: Chain, by: 'other' | 'partner' = 'other') {
  const cast = await createCast()
  const actors = by === 'other' ? cast : { me: cast.partner, partner: cast.me }
  await chain.prepare?.(actors)
  const talk = await WatchedTalk.open(kind, cast)
  const before = await talk.begin()
  const during = []
  for (const step of steps) {
    await act(chain, step, actors)
    during.push(await talk.exchange(`step ${step}`))
  }
  return { before, during, after: await talk.end() }
}

/** What the partner sees of a talk that ends in this way. */
export async function recordEnd(kind: EncounterKind, leave?: (me: TestMember) => Promise<unknown>) {
  const talk = await WatchedTalk.open(kind, await createCast())
  return { before: await talk.begin(), after: await talk.end(leave) }
}

/** Nothing happens in it. */
export const quietChain: Chain = { name: 'nothing', isAboutPartner: true, deeds: [] }

/** So many talks at a time. */
const atOnce = 4

export async function inGroups<Item>(items: readonly Item[], run: (item: Item) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += atOnce) await Promise.all(items.slice(at, at + atOnce).map(run))
}
