import { DurableObject } from 'cloudflare:workers'
import type { GiftInput, GiftResult } from '#shared/realtime/gift-kind.ts'
import type { WirePhoto } from '#shared/realtime/wire.ts'
import { isPurged, purgeStorage } from '#objects/platform/tombstone.ts'
import type { ConversationRowsQuery, StoredRows } from '#shared/realtime/stored-rows.ts'
import { AlarmScheduler } from '#objects/platform/alarm-scheduler.ts'
import { singleAlarm } from '#objects/platform/alarm-times.ts'
import type { Env } from '#server/env.ts'
import { inJurisdiction } from '#server/objects/jurisdiction.ts'
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
import { passOn } from './client-events.ts'
import { ConversationStore, type ConversationState, stageFor } from './conversation-store.ts'
import { hubCalls } from './hub-calls.ts'
import { importMessages } from './import-messages.ts'
import { writeGift } from './write-gift.ts'
import { evidencePage, historyPage, joinPage } from './log-pages.ts'
import { notYet, refused } from './log-writer.ts'
import { lookAgainAt, lookAgainMs } from './look-again.ts'
import { openConversation, type Open } from './open-conversation.ts'
import { removeAllPhotos, sweepPhotos } from './photo-sweep.ts'
import type { PresenceStep } from './presence.ts'
import { acceptRequest, addRequest, declineRequest } from './request-steps.ts'
import { PairWatch, type PairAccess } from './pair-access.ts'

/**
 * One conversation: its log, its members' presence, and the delivery to their hubs (architecture, 'Who owns what'). Callers name
 * the member for whom they act and have authenticated them. This object checks that they belong to it.
 */
export class Conversation extends DurableObject<Env> implements ConversationRpc {
  readonly #store: ConversationStore
  readonly #pair: PairWatch
  #opened: Open | null
  /** Only in memory: a message must not cost another write, and an id that was never opened leaves no storage. */
  readonly #alarms: AlarmScheduler<'settle'>
  #expiring: Promise<void> | null = null
  #isPurged = false

  constructor(ctx: DurableObjectState, bindings: Env) {
    super(ctx, inJurisdiction(bindings))
    this.#store = new ConversationStore(ctx.storage)
    this.#alarms = new AlarmScheduler(ctx.storage, singleAlarm('settle'))
    this.#pair = new PairWatch(this.env.DB)
    this.#isPurged = isPurged(ctx.storage)
    const state = this.#isPurged ? null : this.#store.find()
    this.#opened = state && this.#assemble(state)
  }

  #assemble(state: ConversationState): Open {
    return openConversation({
      ctx: this.ctx,
      store: this.#store,
      state,
      hubs: hubCalls(this.env, this.ctx.id.name ?? ''),
      isAllowed: () => this.#endIfBlocked(),
      wakeAt: (at) => this.#wakeAt(at),
    })
  }

  /**
   * Opens the conversation and both members' inbox rows. Idempotent; a repeat retries what failed. With a request the
   * conversation begins with that message and waits. Without one, a waiting or declined request is accepted. The lines of likes are
   * written once.
   */
  async open(input: OpenInput): Promise<{ epoch: string }> {
    if (this.#isPurged) throw new Error('One of the two was purged')
    // The remains of an expired request are deleted first.
    if (this.#opened?.state.request && this.#opened.state.closedAt !== null) await this.expire()
    const open = (this.#opened ??= this.#assemble(this.#store.open(crypto.randomUUID().slice(0, 8), input)))
    if (input.request) addRequest(open, input.request, input.at)
    else if (open.state.request) acceptRequest(open, this.#store)
    // Here, so that no message can come before them.
    if (input.lines && open.state.closedAt === null) importMessages(open, input.lines)
    await this.#notifyHubs(open)
    return { epoch: open.state.epoch }
  }

  async decline(): Promise<void> {
    const open = this.#opened
    if (!open || !declineRequest(open, this.#store)) return
    await this.#notifyHubs(open)
  }

  /** Deletes everything; afterwards the pair can start again. */
  expire(): Promise<void> {
    this.#expiring ??= this.#expire().finally(() => (this.#expiring = null))
    return this.#expiring
  }

  async #expire(): Promise<void> {
    const open = this.#opened
    if (!open?.state.request) return
    await this.#closeEverywhere(open)
    this.#opened = null
    await this.#alarms.cancel()
    await this.ctx.storage.deleteAll()
  }

  async #closeEverywhere({ state }: Open): Promise<void> {
    await this.close()
    if (state.knowEnd.size < state.cursors.size) throw new Error('A hub has not acknowledged the end yet')
  }

  async purge(): Promise<void> {
    if (this.#isPurged) return
    const open = this.#opened
    if (open) {
      await this.#closeEverywhere(open)
      // First the objects: their rows are all that names them.
      await removeAllPhotos(open.photos, this.env.PHOTOS)
    }
    this.#isPurged = true
    this.#opened = null
    await this.#alarms.cancel()
    await purgeStorage(this.ctx.storage, Date.now())
  }

  /** Both hubs drop the conversation as soon as they can be reached. A repeat retries what failed. */
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

  /** Returns whether deliveries may continue. A block that did not reach this object ends the conversation here. */
  async #endIfBlocked(): Promise<boolean> {
    const open = this.#opened
    if (!open || open.state.closedAt !== null) return false
    if ((await this.#access(open)) !== 'blocked') return open.state.closedAt === null
    this.#shut(open)
    return false
  }

  /**
   * Writes a message once per sender and cid; a repeat gets the first answer. Called by the sender's hub, which counts its
   * member's messages and takes its own delivery from the answer. The other hubs follow asynchronously.
   */
  async sendFromHub(input: SendInput): Promise<SentResult> {
    const open = await this.#openFor(input.member)
    if (!open) return refused
    const { result, isNews } = open.writer.send(input, Date.now())
    if (!isNews) {
      if (!result.ok) return result
      void open.fanOut.notifyRepeat(input.member)
      return { ...result, isRepeat: true }
    }
    const delivery = open.fanOut.give(input.member)
    void this.#notifyHubs(open)
    return result.ok && delivery ? { ...result, delivery } : result
  }

  async sendGift(input: GiftInput): Promise<GiftResult> {
    const open = this.#opened
    const result = open ? await writeGift(open, input, () => this.#openFor(input.member)) : 'unopened'
    if (open && result === 'sent') void this.#notifyHubs(open)
    return result
  }

  /** Edits, deletes or reacts to a message; idempotent. The calling hub also gets its delivery asynchronously. */
  async change(input: ChangeInput): Promise<{ ok: true } | Refusal> {
    const open = await this.#openFor(input.member)
    if (!open) return refused
    const { result, isNews } = open.writer.change(input, Date.now())
    if (!isNews) return result
    void this.#notifyHubs(open)
    if (input.kind === 'delete') this.ctx.waitUntil(this.#sweepPhotos(open))
    return result
  }

  async findUpload(member: string, cid: string): Promise<{ ok: true; photo: WirePhoto | null } | Refusal> {
    const open = await this.#openFor(member)
    if (open?.state.request) return notYet
    return open ? { ok: true, photo: open.photos.findUploaded(member, cid) } : refused
  }

  async reserveUpload(
    member: string,
    cid: string,
    fresh: { id: string; key: string },
  ): Promise<{ ok: true; id: string; key: string } | Refusal> {
    const open = await this.#openFor(member)
    if (!open || open.state.request) return open ? notYet : refused
    const reserved = open.photos.reserve(member, cid, fresh, Date.now())
    this.#wakeAt(lookAgainAt())
    return reserved ? { ok: true, ...reserved } : { ok: false, code: 'conflict' }
  }

  async confirmUpload(
    member: string,
    id: string,
    drawn: { width: number; height: number; size: number },
  ): Promise<{ ok: true; photo: WirePhoto } | Refusal> {
    const photo = (await this.#openFor(member))?.photos.confirm(id, member, drawn)
    return photo ? { ok: true, photo } : refused
  }

  async photoKey(member: string, id: string): Promise<string | null> {
    return (await this.#openFor(member))?.photos.findKey(id, member) ?? null
  }

  /**
   * Declining a request hides it for its receiver, for good. The rows' code is loaded here: an isolate that serves pages does not
   * evaluate the register of personal data.
   */
  async exportRows(member: string, query: ConversationRowsQuery): Promise<StoredRows> {
    const { exportRows } = await import('./export-rows.ts')
    const open = this.#opened
    if (!open?.state.cursors.has(member) || stageFor(open.state.request, member) === null) return { rows: [], next: null }
    const isShown = (await this.#openFor(member)) !== null
    return exportRows(this.ctx.storage.sql, { member, isShown }, query)
  }

  async #sweepPhotos({ photos }: Open): Promise<void> {
    const at = await sweepPhotos(photos, this.env.PHOTOS, Date.now())
    // A later alarm must not replace one that was set before a restart; that one schedules it again.
    if (at !== null) this.#wakeAt(Math.min(at, Date.now() + lookAgainMs))
  }

  /** Starts the deliveries of what was just written; they continue even if the caller does not wait. */
  #notifyHubs({ fanOut }: Open): Promise<void> {
    this.#wakeAt(lookAgainAt())
    return fanOut.run()
  }

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

  show(member: string, isHidden: boolean): void {
    if (this.#opened) this.#announce(this.#opened, member, this.#opened.presence.show(member, isHidden))
  }

  #announce({ state, fanOut }: Open, member: string, event: PresenceStep): void {
    // While a request waits, even the number of changes must not show that the other one was here.
    if (event && !state.request) fanOut.announce(member, { event, user: { user_id: member }, rev: this.#store.nextRev(state) })
  }

  /** Takes a member's receipts from their hub; members who may see them receive them. */
  mark(member: string, progress: Progress): void {
    const open = this.#opened
    if (!open || open.state.closedAt !== null || !open.state.cursors.has(member)) return
    open.fanOut.takeProgress(member, progress)
    open.fanOut.saveCursors()
  }

  async clientEvent({ member, event, dataJson }: ClientEventInput): Promise<{ ok: true } | Refusal> {
    const open = await this.#openFor(member)
    if (!open) return refused
    if (!open.state.request) await passOn(open, { conversation: this.ctx.id.name ?? '', event, from: member, dataJson })
    return { ok: true }
  }

  async history(member: string, window: HistoryWindow): Promise<HistoryPage | null> {
    const open = await this.#openFor(member)
    return open && historyPage(open, window, open.marks.seenBy(member))
  }

  /** Returns none when one of the members does not belong to the conversation. */
  evidence(members: readonly [string, string], most: number): EvidenceMessage[] {
    const open = this.#opened
    return open && members.every((member) => open.state.cursors.has(member)) ? evidencePage(open, most) : []
  }

  async seedMessages(messages: readonly SeedMessage[]): Promise<void> {
    if (this.env.ENVIRONMENT !== 'local') throw new Error('Demo data belongs into local environments only')
    await this.importMessages(messages)
  }

  async importMessages(messages: readonly SeedMessage[]): Promise<{ seq: number }> {
    if (!this.#opened) throw new Error('Open the conversation first')
    const seq = importMessages(this.#opened, messages)
    await this.#notifyHubs(this.#opened)
    return { seq }
  }

  override async alarm(): Promise<void> {
    await this.#alarms.run(Date.now(), { settle: () => this.#settle() })
  }

  async #settle(): Promise<void> {
    if (!this.#opened) return
    const open = this.#opened
    await open.fanOut.settle()
    const photosAt = await sweepPhotos(open.photos, this.env.PHOTOS, Date.now())
    if (photosAt !== null) this.#wakeAt(photosAt)
  }

  async #openFor(member: string): Promise<Open | null> {
    const open = this.#opened
    if (!open || open.state.closedAt !== null || !open.state.cursors.has(member)) return null
    if (stageFor(open.state.request, member) === null) return null
    if ((await this.#access(open, member)) !== 'free') return null
    // The conversation may have ended during that call.
    return this.#opened === open && open.state.closedAt === null ? open : null
  }

  #access({ state }: Open, actor?: string): Promise<PairAccess> {
    return this.#pair.access(state.cursors.keys(), Date.now(), actor)
  }

  /** Overwriting an alarm that was set before a restart loses nothing: its handler does the same work. */
  #wakeAt(at: number): void {
    this.#alarms.schedule('settle', at)
  }
}
