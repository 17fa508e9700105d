import { DurableObject } from 'cloudflare:workers'
import type { WirePhoto } from '#shared/realtime/wire.ts'
import { AlarmScheduler } from '#server/objects/alarm-scheduler.ts'
import { singleAlarm } from '#server/objects/alarm-times.ts'
import { memberHub } from '#server/objects/stubs.ts'
import type { Env } from '#server/env.ts'
import type {
  ChangeInput,
  ClientEventInput,
  EvidenceMessage,
  HistoryPage,
  HistoryWindow,
  JoinInput,
  JoinResult,
  OpenInput,
  Refusal,
  SeedMessage,
  SendInput,
  SentResult,
  Progress,
  ConversationRpc,
} from '#features/chat/contract.ts'
import { nextSentAt } from '#features/chat/rules.ts'
import { ConversationStore, type ConversationState } from './conversation-store.ts'
import { FanOut } from './fan-out.ts'
import { historyPage, joinPage } from './log-pages.ts'
import { LogStore } from './log-store.ts'
import { LogWriter } from './log-writer.ts'
import { MarkBook } from './mark-book.ts'
import { PairWatch, type Standing } from './pair-watch.ts'
import { PhotoStore } from './photo-store.ts'
import { sweepPhotos } from './photo-sweep.ts'
import { notYet, refused } from './refusals.ts'
import { Presence, type PresenceStep } from './presence.ts'
import { stageFor } from './stage.ts'

type Open = {
  state: ConversationState
  log: LogStore
  photos: PhotoStore
  writer: LogWriter
  marks: MarkBook
  presence: Presence
  fanOut: FanOut
}

/** An alarm so long after a message, or up to twice as long, makes every hub store it, and tells those that died before. */
const lookAgainMs = 5_000
/** Conversations that begin together must not all look at the same moment. */
const lookAgainAt = () => Date.now() + lookAgainMs * (1 + Math.random())

/**
 * One conversation: its log, its members' presence, and the delivery to their hubs (architecture, 'Who owns what').
 * Callers name the member they act for and have checked who that is; this object checks that it is one of its own.
 */
export class Conversation extends DurableObject<Env> implements ConversationRpc {
  readonly #store: ConversationStore
  readonly #pair: PairWatch
  #opened: Open | null
  /** Without a table: a message must not cost a write more, and an id that nobody opened leaves no storage. */
  readonly #alarms: AlarmScheduler<'settle'>
  #expiring: Promise<void> | null = null

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.#store = new ConversationStore(ctx.storage)
    this.#alarms = new AlarmScheduler(ctx.storage, singleAlarm('settle'))
    this.#pair = new PairWatch(env.DB)
    this.#opened = this.#load()
  }

  #load(): Open | null {
    const state = this.#store.find()
    if (!state) return null
    const presence = new Presence(this.#store)
    const log = new LogStore(this.ctx.storage.sql, state.epoch)
    const marks = new MarkBook(state)
    const fanOut = new FanOut(
      state,
      this.#store,
      { log, marks, presence },
      {
        conversation: this.ctx.id.name ?? '',
        isAllowed: () => this.#endIfBlocked(),
        deliver: async (member, delivery) => memberHub(this.env, member).deliver(delivery),
        end: async (member) => memberHub(this.env, member).drop(this.ctx.id.name ?? ''),
        wakeAt: (at) => this.#wakeAt(at),
        runIn: (ms, work) => void setTimeout(work, ms),
        now: () => Date.now(),
      },
    )
    const photos = new PhotoStore(this.ctx.storage.sql)
    return { state, log, photos, writer: new LogWriter(state, log, photos), marks, presence, fanOut }
  }

  /**
   * Opens the conversation and both members' inbox rows; a repeat changes nothing but tries again what failed. With a
   * request it begins with that message and waits; without one, a request that waits, or was declined, is accepted.
   */
  async open(input: OpenInput): Promise<{ epoch: string }> {
    // What an expired request has left behind makes way.
    if (this.#opened?.state.request && this.#opened.state.closedAt !== null) await this.expire()
    if (!this.#opened) {
      this.#store.open(crypto.randomUUID().slice(0, 8), input)
      this.#opened = this.#load()
    }
    const open = this.#opened
    if (!open) throw new Error('The conversation was not stored')
    if (input.request) this.#addRequest(open, input.request, input.at)
    else if (open.state.request) this.#endRequest(open)
    this.#wakeAt(lookAgainAt())
    await open.fanOut.run()
    return { epoch: open.state.epoch }
  }

  /** The message of a request, once; where a match came first, it is a message like any other. */
  #addRequest(open: Open, { from, cid, text }: NonNullable<OpenInput['request']>, at: number): void {
    const { state, log, writer } = open
    if (state.closedAt === null && !log.findSent(from, cid))
      writer.append({ cid, from, text, sentAt: nextSentAt(at, state.lastSentAt) })
  }

  /** From now on the two may write, and see each other. */
  #endRequest({ state, fanOut }: Open): void {
    state.request = null
    this.#store.setRequest(null)
    this.#nextRev(state)
    fanOut.tellAgain()
  }

  /** The receiver does not want the request: it is gone for them, and nothing changes for its sender. */
  async decline(): Promise<void> {
    const open = this.#opened
    if (!open?.state.request) return
    open.state.request = { ...open.state.request, isDeclined: true }
    this.#store.setRequest(open.state.request)
    for (const member of open.state.cursors.keys()) if (member !== open.state.request.from) open.presence.leave(member)
    this.#wakeAt(lookAgainAt())
    await open.fanOut.run()
  }

  /** Ends a request that nobody has accepted and leaves nothing of it, so that the pair may begin anew. */
  expire(): Promise<void> {
    this.#expiring ??= this.#expire().finally(() => (this.#expiring = null))
    return this.#expiring
  }

  async #expire(): Promise<void> {
    const open = this.#opened
    if (!open?.state.request) return
    await this.close()
    if (open.state.knowEnd.size < open.state.cursors.size) throw new Error('A hub has not heard of the end yet')
    this.#opened = null
    await this.#alarms.cancel()
    await this.ctx.storage.deleteAll()
  }

  /**
   * Ends the conversation for good: nobody joins, reads or writes any more, and both hubs forget it, as soon as they can be
   * reached. Its log stays, for reports. A repeat tries again what failed.
   */
  async close(): Promise<void> {
    if (!this.#opened) return
    this.#shut(this.#opened)
    await this.#opened.fanOut.runAtOnce()
  }

  #shut({ state, presence }: Open): void {
    if (state.closedAt === null) {
      state.closedAt = Date.now()
      this.#store.setClosed(state.closedAt)
      presence.clear()
    }
    this.#wakeAt(lookAgainAt())
  }

  /** Asked before every delivery: a block that nobody could tell this object of ends the conversation here. */
  async #endIfBlocked(): Promise<boolean> {
    const open = this.#opened
    if (!open || open.state.closedAt !== null) return false
    if ((await this.#standing(open)) !== 'blocked') return open.state.closedAt === null
    this.#shut(open)
    return false
  }

  /**
   * Writes a message once per sender and cid; a repeat gets the first one's answer. Called by the sender's hub, which counts
   * what its member sends and takes its own delivery from the answer; the others follow on their own.
   */
  async sendFromHub(input: SendInput): Promise<SentResult> {
    const open = await this.#openFor(input.member)
    if (!open) return refused
    const { result, isNews } = open.writer.send(input, Date.now())
    if (!isNews) {
      if (!result.ok) return result
      void open.fanOut.tellRepeat(input.member)
      return { ...result, isRepeat: true }
    }
    const delivery = open.fanOut.give(input.member)
    this.#tellHubs(open)
    return result.ok && delivery ? { ...result, delivery } : result
  }

  /** Edits, takes back or reacts to a message, once; called by the member's hub, too. Deliveries follow on their own. */
  async change(input: ChangeInput): Promise<{ ok: true } | Refusal> {
    const open = await this.#openFor(input.member)
    if (!open) return refused
    const { result, isNews } = open.writer.change(input, Date.now())
    if (!isNews) return result
    this.#tellHubs(open)
    if (input.kind === 'delete') this.ctx.waitUntil(this.#sweepPhotos(open))
    return result
  }

  /** A photo that a member has uploaded under this `cid`, if it is whole. */
  async findUpload(member: string, cid: string): Promise<{ ok: true; photo: WirePhoto | null } | Refusal> {
    const open = await this.#openFor(member)
    if (!open) return refused
    return open.state.request ? notYet : { ok: true, photo: open.photos.findUploaded(member, cid) }
  }

  /** Notes a photo before it is stored; an upload that broke off keeps its place. */
  async reserveUpload(
    member: string,
    cid: string,
    fresh: { id: string; key: string },
  ): Promise<{ ok: true; id: string; key: string } | Refusal> {
    const open = await this.#openFor(member)
    if (!open) return refused
    if (open.state.request) return notYet
    const place = open.photos.reserve(member, cid, fresh, Date.now())
    this.#wakeAt(lookAgainAt())
    return place ? { ok: true, ...place } : { ok: false, code: 'conflict' }
  }

  /** The photo is stored. */
  async confirmUpload(
    member: string,
    id: string,
    drawn: { width: number; height: number; size: number },
  ): Promise<{ ok: true; photo: WirePhoto } | Refusal> {
    const photo = (await this.#openFor(member))?.photos.confirm(id, member, drawn)
    return photo ? { ok: true, photo } : refused
  }

  /** Where a photo lies, for who may see it. */
  async photoKey(member: string, id: string): Promise<string | null> {
    return (await this.#openFor(member))?.photos.findKey(id, member) ?? null
  }

  async #sweepPhotos({ photos }: Open): Promise<void> {
    const at = await sweepPhotos(photos, this.env.PHOTOS, Date.now())
    // A later alarm must not take the place of one that this life does not know of; the next one plans it anew.
    if (at !== null) this.#wakeAt(Math.min(at, Date.now() + lookAgainMs))
  }

  /** Starts the deliveries of what was just written; they go on without the caller. */
  #tellHubs({ fanOut }: Open): void {
    this.#wakeAt(lookAgainAt())
    void fanOut.run()
  }

  /** Enters a connection and answers what it has missed since `since`, or the newest page when that cannot be told. */
  async join({ member, connection, hidden, since }: JoinInput): Promise<JoinResult> {
    const open = await this.#openFor(member)
    if (!open) return refused
    this.#announce(open, member, open.presence.enter(member, connection, hidden))
    const data = joinPage(open, since, open.marks.seenBy(member))
    return { ok: true, data, present: open.fanOut.presentTo(member), rev: open.state.rev }
  }

  leave(member: string, connections: readonly string[]): void {
    if (!this.#opened) return
    const open = this.#opened
    for (const connection of connections) this.#announce(open, member, open.presence.exit(member, connection))
  }

  /** The member shows their presence from now on, or hides it. */
  show(member: string, isHidden: boolean): void {
    if (this.#opened) this.#announce(this.#opened, member, this.#opened.presence.show(member, isHidden))
  }

  #announce({ state, fanOut }: Open, member: string, event: PresenceStep): void {
    // While a request waits not even the count of changes may tell that the other has been here.
    if (event && !state.request) fanOut.announce(member, { event, user: { user_id: member }, rev: this.#nextRev(state) })
  }

  /** How far a member is, by their hub. Whoever may know it hears of it. */
  mark(member: string, progress: Progress): void {
    const open = this.#opened
    if (!open || open.state.closedAt !== null || !open.state.cursors.has(member)) return
    open.fanOut.takeProgress(member, progress)
    open.fanOut.saveCursors()
  }

  #nextRev(state: ConversationState): number {
    state.rev += 1
    this.#store.saveRev(state.rev)
    return state.rev
  }

  /** Passes on what lasts only a moment (typing): to the others who are here now, once, unstored. */
  async clientEvent({ member, event, dataJson }: ClientEventInput): Promise<{ ok: true } | Refusal> {
    const open = await this.#openFor(member)
    if (!open) return refused
    if (open.state.request) return { ok: true }
    const conversation = this.ctx.id.name ?? ''
    const others = [...open.state.cursors.keys()].filter((other) => other !== member && open.presence.has(other))
    await Promise.allSettled(
      others.map((other) => memberHub(this.env, other).clientEvent({ conversation, event, from: member, dataJson })),
    )
    return { ok: true }
  }

  /** A stretch of the log, or null for who is no member. */
  async history(member: string, window: HistoryWindow): Promise<HistoryPage | null> {
    const open = await this.#openFor(member)
    if (!open) return null
    return historyPage(open, window, open.marks.seenBy(member))
  }

  /**
   * The newest messages between these two as they are now, for a report: also when the conversation has ended, and none
   * when it is not theirs.
   */
  evidence(members: readonly [string, string], most: number): EvidenceMessage[] {
    const open = this.#opened
    if (!open || !members.every((member) => open.state.cursors.has(member))) return []
    return open.log.readNewest(most).map(({ seq, from, text, sentAt, editedAt, deleted, photo }) => ({
      seq,
      from,
      text,
      sentAt,
      ...(editedAt === undefined ? {} : { editedAt }),
      ...(deleted ? { deleted } : {}),
      ...(photo ? { photo: { key: open.photos.findShownKey(photo.id), width: photo.width, height: photo.height } } : {}),
    }))
  }

  /** Demo data with times of its own; a repeat adds nothing. Deliveries make inbox rows, but no notifications. */
  async seedMessages(messages: readonly SeedMessage[]): Promise<void> {
    if (this.env.ENVIRONMENT !== 'local') throw new Error('Demo data belongs into local environments only')
    if (!this.#opened) throw new Error('Open the conversation before seeding it')
    const { state, log, writer, fanOut } = this.#opened
    for (const message of messages) if (!log.findSent(message.from, message.cid)) writer.append(message)
    fanOut.silentUpTo = state.head
    this.#wakeAt(lookAgainAt())
    await fanOut.run()
  }

  override async alarm(): Promise<void> {
    await this.#alarms.run(Date.now(), { settle: () => this.#settle() })
  }

  async #settle(): Promise<void> {
    if (!this.#opened) return
    const open = this.#opened
    await open.fanOut.settle()
    open.fanOut.saveCursors()
    const photosAt = await sweepPhotos(open.photos, this.env.PHOTOS, Date.now())
    if (photosAt !== null) this.#wakeAt(photosAt)
  }

  async #openFor(member: string): Promise<Open | null> {
    const open = this.#opened
    if (!open || open.state.closedAt !== null || !open.state.cursors.has(member)) return null
    if (stageFor(open.state.request, member) === null) return null
    if ((await this.#standing(open)) !== 'free') return null
    // It may have ended while that was asked.
    return this.#opened === open && open.state.closedAt === null ? open : null
  }

  #standing({ state }: Open): Promise<Standing> {
    return this.#pair.standing(state.cursors.keys(), Date.now())
  }

  /** Overwriting an alarm that was set before a restart loses nothing: its handler does the same work. */
  #wakeAt(at: number): void {
    this.#alarms.schedule('settle', at)
  }
}
