import { blockMember } from '#features/blocks/server/public.ts'
import { languagesAtMost, matchmakerName, pools } from '#features/encounters/contract.ts'
import { queueOf } from '#features/encounters/pairing/server/public.ts'
import { notificationKinds } from '#shared/realtime/wire.ts'
import { mulberry32 } from '#seed/demo/random.ts'
import type { Env } from '#server/env.ts'
import { memberHub } from '#server/objects/stubs.ts'
import { Clock } from './machine/clock.ts'
import { SimulatedDatabase } from './machine/database.ts'
import { order, type Disorder } from './machine/instance.ts'
import { Runtime } from './machine/runtime.ts'
import { Person } from './person.ts'
import { defineObjects, repeatableCalls } from './product.ts'
import { Records } from './records.ts'

export type EveningOptions = { seed: number; members: number; languages: readonly string[]; shards: number; disorder: Disorder }

const second = 1_000
const shareOfAnonymous = 0.75
/** Of each other language, in how many it is spoken, too. */
const shareOfOthers = 0.25
/** In one second, of two who were just chosen. */
const blockOfChosen = 0.15

/** Evenings of members who meet strangers, on the product's own objects in simulated time; the same ones for the same seed. */
export class Evening {
  readonly clock = new Clock(Date.UTC(2026, 10, 20, 18))
  readonly random: () => number
  readonly runtime: Runtime
  readonly database: SimulatedDatabase
  readonly records: Records
  readonly env: Env
  readonly people: readonly Person[]
  readonly queues: readonly string[]
  readonly counts = {
    leaves: 0,
    nexts: 0,
    secondJoins: 0,
    withdrawn: 0,
    dropOuts: 0,
    pauses: 0,
    reports: 0,
    blocks: 0,
    blocksOfWaiting: 0,
    blocksOfChosen: 0,
  }
  readonly #disorder: Disorder
  /** Members are there; and they do something. */
  isOpen = false
  isPlaying = false

  constructor({ seed, members, languages, shards, disorder }: EveningOptions) {
    this.random = mulberry32(seed)
    this.#disorder = disorder
    const runtime = new Runtime(this.clock, mulberry32(seed + 1), repeatableCalls)
    this.runtime = runtime
    this.database = new SimulatedDatabase((answer) => runtime.ask(answer))
    this.env = defineObjects(runtime, this.database)
    this.queues = pools.flatMap((pool) => Array.from({ length: shards }, (_, shard) => matchmakerName(pool, shard)))
    Object.assign(this.env, { MATCHMAKER_SHARDS: `${shards}` })
    this.records = new Records(this.clock, this.database, (queue) => this.countWaiting(queue))
    runtime.onCommit = (instance, written) => this.records.committed(instance, written)
    this.people = Array.from({ length: members }, (_, index) => this.#makePerson(`member-${index}`, languages))
  }

  #makePerson(id: string, languages: readonly string[]): Person {
    const pool = this.random() < shareOfAnonymous ? 'anonymous' : 'blind'
    // The first language is spoken by half of them, the next by half of the others, and so on.
    const rank = Math.min(languages.length - 1, Math.floor(-Math.log2(1 - this.random())))
    const [gender, seeks, birthYear, from, to] = [
      this.#below(2),
      this.#below(3),
      1975 + this.#below(30),
      18,
      40 + this.#below(60),
    ]
    const now = this.clock.now
    this.database.read(
      `INSERT INTO members (id, email, password_hash, state, first_name, birth_date, gender, locale, time_zone, created_at, updated_at)
       VALUES (?, ?, '', 'complete', 'Robin', ?, 'nonbinary', 'en', 'UTC', ?, ?)`,
      id,
      `${id}@example.test`,
      `${birthYear}-05-05`,
      now,
      now,
    )
    this.database.read(
      `INSERT INTO profiles (member_id, first_name, discoverable, gender, gender_mask, seeks_mask, birth_date, seeks_age_min, seeks_age_max, active_at, updated_at)
       VALUES (?, 'Robin', 1, 'nonbinary', ?, ?, ?, ?, ?, ?, ?)`,
      id,
      1 << gender,
      1 + seeks,
      `${birthYear}-05-05`,
      from,
      to,
      now,
      now,
    )
    const others = languages.filter((_, at) => at !== rank && this.random() < shareOfOthers)
    const spoken = [languages[rank] ?? 'en', ...others].slice(0, languagesAtMost)
    return new Person(this, { id, pool, languages: spoken, tabs: 1 + Number(this.random() < 0.4) })
  }

  /** Members have had their hubs for long: all of them begin as the first one does. */
  async prepare(): Promise<void> {
    const hub = memberHub(this.env, 'first')
    // Emails are no part of this.
    const silent = { toast: true, sound: false, email: false }
    const kinds = notificationKinds.map((kind) => [kind, silent])
    void hub.changePreferences({ notifications: Object.fromEntries(kinds) })
    await this.pass(second)
    this.runtime.storages.beginAs('hub', 'first')
  }

  /**
   * Members come, and play until there are so many pairings; after half of them there are `shards`. `everyMinute` looks at the
   * objects meanwhile.
   */
  async play(pairings: number, shards: number, longestMs: number, everyMinute: () => void): Promise<void> {
    const half = (this.records.pairings + pairings) / 2
    let isHalf = false
    this.runtime.disorder = this.#disorder
    this.isOpen = true
    this.isPlaying = true
    const startedAt = this.clock.now
    for (const person of this.people) void person.live()
    void this.#blockChosen()
    while (this.records.pairings < pairings) {
      if (this.clock.now > startedAt + longestMs) throw new Error(`Only ${this.records.pairings} pairings`)
      if (!isHalf && this.records.pairings >= half) this.#changeShards(shards)
      isHalf = this.records.pairings >= half
      await this.pass(60 * second)
      everyMinute()
    }
    this.isPlaying = false
  }

  /** Everyone stays where they are, and everything works. */
  quiet(ms: number): Promise<void> {
    this.runtime.disorder = order
    return this.pass(ms)
  }

  /** Everyone goes, and things go wrong again. */
  async close(ms: number): Promise<void> {
    this.runtime.disorder = this.#disorder
    this.isOpen = false
    for (const person of this.people) person.leaveAll()
    // Some were about to connect.
    await this.pass(60 * second)
    for (const person of this.people) person.leaveAll()
    await this.pass(ms)
  }

  /** A deployment with another secret: every object starts again. */
  rotateSecret(): void {
    const { SESSION_SECRET: previous } = this.env
    Object.assign(this.env, { SESSION_SECRET: `${previous} rotated`, SESSION_SECRET_PREVIOUS: previous })
    this.runtime.restart()
  }

  /** A deployment with another number of shards, which is at most the first one. */
  #changeShards(shards: number): void {
    Object.assign(this.env, { MATCHMAKER_SHARDS: `${shards}` })
    this.runtime.restart()
  }

  pass(ms: number): Promise<void> {
    return this.runtime.runUntil(this.clock.now + ms)
  }

  countWaiting(queue: string): number {
    return Number(this.#rowsOf(queue, 'waiting', 'SELECT COUNT(*) AS count FROM waiting')[0]?.['count'] ?? 0)
  }

  /** Whom a matchmaker has written down. */
  waitingIn(queue: string): { ticket: string; member: string; entry: string }[] {
    return this.#rowsOf(queue, 'waiting', 'SELECT ticket, member, entry FROM waiting').map(({ ticket, member, entry }) => {
      return { ticket: `${ticket}`, member: `${member}`, entry: `${entry}` }
    })
  }

  /** Pairings that are not through yet. */
  unfinishedIn(queue: string): [string, string][] {
    const rows = this.#rowsOf(queue, 'pairings', "SELECT one, other FROM pairings WHERE state != 'opened'")
    const memberOf = (side: unknown): string => JSON.parse(String(side)).member
    return rows.map(({ one, other }) => [memberOf(one), memberOf(other)])
  }

  #rowsOf(queue: string, table: string, sql: string) {
    const storage = this.runtime.storages.of(`matchmaker ${queue}`)
    return storage.hasTable(table) ? storage.read(sql) : []
  }

  /** Somebody who waits blocks somebody else who does. */
  async blockWaiting({ id, pool }: Person): Promise<void> {
    const others = this.waitingIn(queueOf(this.env, pool, id)).filter(({ member }) => member !== id)
    const other = others[this.#below(others.length)]
    if (!other) return
    this.counts.blocksOfWaiting += 1
    const isTheirs = this.random() < 0.5
    const block = isTheirs ? { blockerId: other.member, blockedId: id } : { blockerId: id, blockedId: other.member }
    await blockMember(this.env, block, this.clock.now).catch(() => {})
  }

  /** Somebody blocks somebody for whom they were chosen already, while that pairing is not through yet. */
  async #blockChosen(): Promise<void> {
    while (this.isPlaying) {
      await this.clock.wait(second)
      for (const [blockerId, blockedId] of this.queues.flatMap((queue) => this.unfinishedIn(queue))) {
        if (this.random() >= blockOfChosen) continue
        this.counts.blocksOfChosen += 1
        await blockMember(this.env, { blockerId, blockedId }, this.clock.now).catch(() => {})
      }
    }
  }

  readonly #below = (limit: number) => Math.floor(this.random() * limit)
}
