import { DurableObject } from 'cloudflare:workers'
import type { GiftInput, GiftResult } from '#shared/realtime/gift-kind.ts'
import { isPurged, purgeStorage } from '#objects/platform/tombstone.ts'
import type { ConversationRowsQuery, StoredRows } from '#shared/realtime/stored-rows.ts'
import { AlarmScheduler } from '#objects/platform/alarm-scheduler.ts'
import { singleAlarm } from '#objects/platform/alarm-times.ts'
import type { DirectEnd, DirectFacts } from '#shared/realtime/direct/direct-socket.ts'
import type { Env } from '#server/env.ts'
import { inJurisdiction } from '#server/objects/jurisdiction.ts'
import type {
  ChangeInput,
  ClientEventInput,
  EvidenceMessage,
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
import { LazyDirects } from './direct/lazy-directs.ts'
import type { DirectDeps } from './direct/open-direct.ts'
import { ConversationStore, type ConversationState, stageFor } from './conversation-store.ts'
import { hubCalls } from './hub-calls.ts'
import { importMessages } from './import-messages.ts'
import { evidencePage, historyPage, joinPage, rangeFor } from './log-pages.ts'
import { refused } from './log-writer.ts'
import { lookAgainAt } from './look-again.ts'
import type { FanOutPorts } from './fan-out-ports.ts'
import { openConversation, type Open } from './open-conversation.ts'
import { removeAllPhotos, sweepPhotos } from './photo-sweep.ts'
import { PhotoUploads } from './photo-uploads.ts'
import { acceptRequest, addRequest, declineRequest } from './request-steps.ts'
import { PairWatch } from './pair-access.ts'

/**
 * One conversation: its log, its members' presence, and the delivery to their hubs (architecture, 'Who owns what'). Callers name the
 * member for whom they act and have authenticated them; it checks that they belong to it.
 */
export class Conversation extends DurableObject<Env> implements ConversationRpc {
  readonly #store: ConversationStore
  readonly #ports: Pick<DirectDeps, 'ctx' | 'hubs' | 'isAllowed' | 'wakeAt'> & Pick<FanOutPorts, 'isKnownAllowed'>
  readonly #pair: PairWatch
  readonly #direct: LazyDirects
  readonly #uploads: PhotoUploads
  #opened: Open | null
  /** Only in memory: a message must not cost another write, and an id that was never opened leaves no storage. */
  readonly #alarms: AlarmScheduler<'settle'>
  /** Overwriting an alarm that was set before a restart loses nothing: its handler does the same work. */
  readonly #wakeAt = (at: number): void => {
    if (this.#opened) this.#store.setSettled(this.#opened.state, false)
    this.#alarms.schedule('settle', at)
  }
  #expiring: Promise<void> | null = null
  #isPurged: boolean

  constructor(ctx: DurableObjectState, bindings: Env) {
    super(ctx, inJurisdiction(bindings))
    ;[this.#store, this.#isPurged] = [new ConversationStore(ctx.storage), isPurged(ctx.storage)]
    const isKnownAllowed = () => this.#opened?.state.closedAt === null && this.#pair.isKnownFree(Date.now())
    const [hubs, wakeAt] = [hubCalls(this.env, ctx.id.name ?? ''), this.#wakeAt]
    this.#ports = { ctx, hubs, isAllowed: () => this.#endIfBlocked(), isKnownAllowed, wakeAt }
    this.#alarms = new AlarmScheduler(ctx.storage, singleAlarm('settle'))
    this.#pair = new PairWatch(this.env.DB, () => this.#direct.watched)
    const openFor = (member: string) => this.#openFor(member)
    this.#uploads = new PhotoUploads({ bucket: () => this.env.PHOTOS, openFor, wakeAt })
    this.#direct = new LazyDirects({
      ...this.#ports,
      env: this.env,
      openFor,
      openNow: (member: string) => this.#openFor(member, 'accessNow'),
      findOpen: () => this.#opened,
      // After a restart, this may replace an earlier alarm for what is still owed.
      reapAt: (at: number) => this.#alarms.schedule('settle', this.#opened?.state.isSettled ? at : Math.min(at, lookAgainAt())),
      notifyHubs: (open: Open) => void this.#notifyHubs(open),
    })
    const state = this.#isPurged ? null : this.#store.find()
    this.#opened = state && this.#assemble(state)
    this.#direct.restore()
  }

  #assemble(state: ConversationState): Open {
    return openConversation({ ...this.#ports, store: this.#store, state, directs: () => this.#direct.port })
  }

  /**
   * Opens the conversation and both members' inbox rows. Idempotent; a repeat retries what failed. With a request the
   * conversation begins with that message and waits. Without one, a waiting or declined request is accepted. The lines of likes are
   * written once.
   */
  async open(input: OpenInput): Promise<{ epoch: string; takesLines: true }> {
    if (this.#isPurged) throw new Error('One of the two was purged')
    // The remains of an expired request are deleted first.
    if (this.#opened?.state.request && this.#opened.state.closedAt !== null) await this.expire()
    const open = (this.#opened ??= this.#assemble(this.#store.open(crypto.randomUUID().slice(0, 8), input)))
    if (input.request) addRequest(open, input.request, input.at)
    else if (open.state.request) acceptRequest(open, this.#store)
    // Here, so that no message can come before them.
    if (input.lines && open.state.closedAt === null) importMessages(open, input.lines)
    await this.#notifyHubs(open)
    return { epoch: open.state.epoch, takesLines: true }
  }

  async decline(): Promise<void> {
    const open = this.#opened
    if (!open || !declineRequest(open, this.#store)) return
    await this.#notifyHubs(open)
  }

  /** Deletes everything; afterwards the pair can start again. */
  expire(): Promise<void> {
    return (this.#expiring ??= this.#expire().finally(() => (this.#expiring = null)))
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
    this.#direct.endAll()
    this.#wakeAt(lookAgainAt())
  }

  /** Returns whether deliveries may continue. A block that did not reach this object ends the conversation here. */
  async #endIfBlocked(): Promise<boolean> {
    const open = this.#opened
    if (!open || open.state.closedAt !== null) return false
    if ((await this.#pair.access(open.state.cursors.keys(), Date.now())) !== 'blocked') return open.state.closedAt === null
    this.#shut(open)
    return false
  }

  /** Writes a message once per sender and cid; a repeat gets the first answer. The sender's hub has counted it, and gets it here. */
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
    const { writeGift } = await import('./write-gift.ts')
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
    if (input.kind === 'delete') this.ctx.waitUntil(this.#uploads.sweep(open))
    return result
  }

  findUpload(...call: Parameters<PhotoUploads['find']>) {
    return this.#uploads.find(...call)
  }

  reserveUpload(...call: Parameters<PhotoUploads['reserve']>) {
    return this.#uploads.reserve(...call)
  }

  confirmUpload(...call: Parameters<PhotoUploads['confirm']>) {
    return this.#uploads.confirm(...call)
  }

  photoKey(...call: Parameters<PhotoUploads['key']>) {
    return this.#uploads.key(...call)
  }

  /** Declining a request hides it for its receiver, for good. No isolate that serves pages needs this code. */
  async exportRows(member: string, query: ConversationRowsQuery): Promise<StoredRows> {
    const { exportRows } = await import('./export-rows.ts')
    const open = this.#opened
    if (!open?.state.cursors.has(member) || stageFor(open.state.request, member) === null) return { rows: [], next: null }
    const isShown = (await this.#openFor(member)) !== null
    return exportRows(this.ctx.storage.sql, { member, isShown }, query)
  }

  /** Starts deliveries; they continue even if the caller does not wait. */
  #notifyHubs({ fanOut }: Open): Promise<void> {
    this.#wakeAt(lookAgainAt())
    return fanOut.run()
  }

  async join({ member, connection, hidden, since }: JoinInput): Promise<JoinResult> {
    const open = await this.#openFor(member)
    if (!open) return refused
    open.fanOut.announceStep(member, open.presence.enter(member, connection, hidden))
    const data = joinPage(open, since, open.marks.seenBy(member))
    return { ok: true, data, present: open.fanOut.presentTo(member), rev: open.state.rev }
  }

  leave(member: string, connections: readonly string[]): void {
    const open = this.#opened
    for (const connection of connections) open?.fanOut.announceStep(member, open.presence.exit(member, connection))
  }

  show(member: string, isHidden: boolean): void {
    this.#direct.show(member, isHidden)
    this.#opened?.fanOut.announceStep(member, this.#opened.presence.show(member, isHidden))
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

  async history(member: string, window: HistoryWindow) {
    const open = await this.#openFor(member)
    return open && historyPage(open, window, open.marks.seenBy(member))
  }

  async readSince(member: string, position: number) {
    return (await this.#endIfBlocked()) && this.#opened ? rangeFor(this.#opened, member, position) : null
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

  override fetch(request: Request): Promise<Response> {
    return this.#direct.accept(request)
  }

  override async webSocketMessage(socket: WebSocket, frame: string | ArrayBuffer): Promise<void> {
    await this.#direct.receive(socket, frame)
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    this.#direct.closed(socket, code)
  }

  override webSocketError(socket: WebSocket): void {
    this.#direct.closed(socket)
  }

  endDirect(member: string, end: DirectEnd): void {
    this.#direct.end(member, end)
  }

  async catchUp(member: string) {
    await this.#opened?.fanOut.catchUp(member)
  }

  takeDirectFacts(member: string, facts: DirectFacts): void {
    this.#direct.takeFacts(member, facts)
  }

  override async alarm(): Promise<void> {
    await this.#alarms.run(Date.now(), { settle: () => this.#settle() })
  }

  async #settle(): Promise<void> {
    const open = this.#opened
    const hasPages = open !== null && this.#direct.reap(Date.now())
    if (!open || open.state.isSettled) return
    await open.fanOut.settle()
    const photosAt = await sweepPhotos(open.photos, this.env.PHOTOS, Date.now())
    if (photosAt !== null) this.#wakeAt(photosAt)
    // From now on, the alarm that looks for silent sockets sends nothing again.
    else if (hasPages && open.fanOut.isSettled) this.#store.setSettled(open.state, true)
  }

  async #openFor(member: string, access: 'access' | 'accessNow' = 'access'): Promise<Open | null> {
    const open = this.#opened
    if (!open || open.state.closedAt !== null || !open.state.cursors.has(member)) return null
    if (stageFor(open.state.request, member) === null) return null
    if ((await this.#pair[access](open.state.cursors.keys(), Date.now(), member)) !== 'free') return null
    // The conversation may have ended during that call.
    return this.#opened === open && open.state.closedAt === null ? open : null
  }
}
