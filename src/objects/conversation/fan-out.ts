import type { Delivery, PresenceChange, Progress } from '#features/chat/contract.ts'
import type { DirectFacts } from '#shared/realtime/direct/direct-socket.ts'
import type { PresenceUser } from '#shared/realtime/wire.ts'
import { warn } from '#server/log.ts'
import { stageFor, type ConversationState, type ConversationStore } from './conversation-store.ts'
import type { FanOutPorts } from './fan-out-ports.ts'
import type { LogStore } from './log-store.ts'
import type { ReceiptBook } from './receipt-book.ts'
import {
  afterDeathMs,
  createDeliveryState,
  noteFailure,
  receiptsDelayMs,
  timesOf,
  waitForMore,
  type DeliveryState,
} from './delivery-state.ts'
import { OneTimer } from '#objects/platform/one-timer.ts'
import type { PageNewsDeps } from './direct/direct-port.ts'
import type { Presence, PresenceStep } from './presence.ts'

/**
 * Delivers the log to every member's hub, in order: one delivery at a time per member; the next one contains everything new. A
 * member's cursor is what their hub has stored. Deliveries beyond it are known only in memory. The alarm after a message makes the
 * hub store them, and saves the cursors: cheaper than a write per message, because hubs drop repeats and report gaps.
 */
export class FanOut {
  readonly #state: ConversationState
  readonly #store: ConversationStore
  readonly #log: LogStore
  readonly #marks: ReceiptBook
  readonly #presence: Presence
  readonly #ports: FanOutPorts
  readonly #states = new Map<string, DeliveryState>()
  readonly #unsaved = new Set<string>()
  readonly #timer: OneTimer
  readonly #pages: PageNewsDeps
  /** Messages up to here are demo data. */
  silentUpTo = 0

  constructor(
    store: ConversationStore,
    parts: { state: ConversationState; log: LogStore; marks: ReceiptBook; presence: Presence },
    ports: FanOutPorts,
  ) {
    this.#state = parts.state
    this.#store = store
    this.#log = parts.log
    this.#marks = parts.marks
    this.#presence = parts.presence
    this.#ports = ports
    this.#timer = new OneTimer(
      ports,
      () => [...this.#states].flatMap(([member, state]) => timesOf(state, this.#presence.has(member))),
      () => void this.run(),
    )
    this.#pages = {
      ...parts,
      ports,
      stateOf: (member) => this.#stateOf(member),
      takeProgress: (member, progress) => this.takeProgress(member, progress),
    }
  }

  /** Broadcasts to everyone present that a member has come or gone, if so. */
  announceStep(about: string, event: PresenceStep): void {
    // While a request waits, even the number of changes must not show that the other one was here.
    if (!event || this.#state.request) return
    const change: PresenceChange = { event, user: { user_id: about }, rev: this.#store.nextRev(this.#state) }
    for (const member of this.#state.cursors.keys()) {
      if (member === about) continue
      void this.#ports.directs().sendPresence(member, change)
      if (this.#presence.hasAtHub(member)) this.#stateOf(member).presence.push(change)
    }
    void this.run()
  }

  /** Returns the present members as one member may see them: while a request waits, only themselves. */
  presentTo(member: string): PresenceUser[] {
    const present = this.#presence.list(member)
    return this.#state.request ? present.filter(({ user_id }) => user_id === member) : present
  }

  /** Takes a member's receipts and schedules them for the other present members who may see them. */
  takeProgress(member: string, progress: Progress): void {
    if (!this.#marks.take(member, progress)) return
    this.#unsaved.add(member)
    for (const viewer of this.#state.cursors.keys()) {
      const state = this.#stateOf(viewer)
      const now = this.#ports.now()
      // A deadline in the past belongs to a timer lost when the object hibernated or restarted.
      if (!this.#presence.has(viewer) || (state.receiptsAt ?? 0) > now || !this.#marks.isNewsFor(viewer)) continue
      state.receiptsAt = now + receiptsDelayMs(state, now)
      this.#timer.runAt(state.receiptsAt)
      this.#ports.wakeAt(state.receiptsAt + afterDeathMs)
    }
  }

  /** Starts afresh: every hub gets the whole conversation, and everyone present the whole presence list. */
  resync(): void {
    for (const member of this.#state.cursors.keys()) {
      const state = this.#stateOf(member)
      state.round += 1
      if (this.#presence.hasAtHub(member)) state.presence = this.#wholePresence(member)
      state.receiptsAt = 0
      state.deliveredUpTo = -1
      this.#state.cursors.set(member, -1)
      this.#unsaved.add(member)
      if (this.#state.knowEnd.delete(member)) this.#store.setKnowsEnd(member, false)
    }
    this.saveCursors()
  }

  /** Starts due deliveries; resolves once each member was tried. A member whose hub failed waits for its retry time. */
  async run(): Promise<void> {
    const now = this.#ports.now()
    this.#ports.directs().sendPages(this.#pages)
    await Promise.all([...this.#state.cursors.keys()].map((member) => this.#start(member, now)))
  }

  /** A page of the member has shown everything up to this position. Their hub gets it with the next delivery. */
  readBy(member: string, position: number, facts: DirectFacts): void {
    const before = this.#state.pageRead.get(member)
    if (position <= Math.max(before?.position ?? 0, this.#marks.of(member).read)) return
    this.#state.pageRead.set(member, { position, kept: facts.sharesRead ? (before?.kept ?? 0) : position })
    this.takeProgress(member, this.#marks.read(member, position, facts))
    this.#unsaved.add(member)
    this.saveCursors()
  }

  /** The member's direct sockets are others than their hub knows. */
  directChanged(member: string): void {
    this.#stateOf(member).isDirectNews = true
    void this.run()
  }

  /** Does the same, makes every hub store what was delivered, and saves the cursors. */
  async settle(): Promise<void> {
    for (const [member, cursor] of this.#state.cursors) {
      const state = this.#stateOf(member)
      state.settleTo = cursor < this.#state.head ? this.#state.head : null
    }
    await this.run()
    this.saveCursors()
  }

  /** True if nothing is left to be sent, now or by a restarted object. */
  get isSettled(): boolean {
    return [...this.#state.cursors].every(([member, cursor]) => {
      const state = this.#stateOf(member)
      const isIdle = !state.running && state.failures === 0 && (state.receiptsAt === null || !this.#presence.has(member))
      return isIdle && cursor >= this.#state.head && !this.#state.pageRead.has(member) && !this.#isBehind(member, state)
    })
  }

  /**
   * Returns the delivery of a member's own message, to go with the answer; null if it is sent like to any other hub. If the
   * answer is lost, the hub reports a gap at the next delivery.
   */
  give(member: string): Delivery | null {
    const state = this.#stateOf(member)
    const { head } = this.#state
    if (state.running || state.failures > 0 || state.settleTo !== null || this.#isOver(member)) return null
    if (this.#deliveredTo(member, state) !== head - 1) return null
    const delivery = this.#next(member, state, true)
    state.deliveredUpTo = head
    this.takeProgress(member, this.#marks.sent(member))
    return delivery
  }

  /** The same, but immediately, even for hubs that have failed. */
  runAtOnce(): Promise<void> {
    for (const state of this.#states.values()) state.retryAt = 0
    return this.run()
  }

  /**
   * Handles a repeat of a stored message: its first answer, with the delivery in it, may have been lost. So the sender's hub gets
   * again what it has not stored, and other hubs that are behind get the rest.
   */
  notifyRepeat(sender: string): Promise<void> {
    this.#stateOf(sender).deliveredUpTo = -1
    return this.run()
  }

  saveCursors(): void {
    if (this.#unsaved.size === 0) return
    for (const member of this.#unsaved) {
      const progress = this.#state.progress.get(member)
      if (progress) this.#store.saveMember(this.#state, member, progress)
    }
    this.#unsaved.clear()
  }

  #stateOf(member: string): DeliveryState {
    const known = this.#states.get(member)
    if (known) return known
    const state = createDeliveryState()
    this.#states.set(member, state)
    return state
  }

  #start(member: string, now: number): Promise<void> | void {
    const state = this.#stateOf(member)
    if (state.running) return state.running
    if (!this.#hasWork(member, state)) return
    // A hub that failed is left alone until then, so that retries do not overload it further.
    if (state.retryAt > now) return this.#ports.wakeAt(state.retryAt)
    state.running = this.#drain(member, state).finally(() => {
      state.running = null
    })
    return state.running
  }

  /** True for everyone once the conversation is closed, and for the receiver of a request they have declined. */
  #isOver(member: string): boolean {
    return this.#state.closedAt !== null || stageFor(this.#state.request, member) === null
  }

  /** Messages that all devices of the member show already may wait a moment, so that the hub gets several at once. */
  #hasWork(member: string, state: DeliveryState): boolean {
    const mayWait = this.#ports.directs().isAlone(member) && !this.#presence.hasAtHub(member) && this.#isOwed(member, state)
    this.#timer.runAt(waitForMore(state, mayWait, this.#ports.now()))
    return this.#isBehind(member, state)
  }

  /** Delivers at once what waits for the member's hub, even after a failure, and which direct sockets there are. */
  catchUp(member: string): Promise<void> {
    Object.assign(this.#stateOf(member), { hubAt: 0, retryAt: 0, isDirectNews: true })
    return this.run()
  }

  #isBehind(member: string, state: DeliveryState): boolean {
    if (this.#isOver(member)) return !this.#state.knowEnd.has(member)
    if (state.isDirectNews) return true
    if (state.presence.length > 0 || state.settleTo !== null) return true
    if (this.#isOwed(member, state) && (state.hubAt ?? 0) <= this.#ports.now()) return true
    return state.receiptsAt !== null && state.receiptsAt <= this.#ports.now() && this.#presence.hasAtHub(member)
  }

  /** The hub lacks messages, or what pages have read. */
  #isOwed(member: string, state: DeliveryState): boolean {
    return this.#deliveredTo(member, state) < this.#state.head || this.#state.pageRead.has(member)
  }

  #deliveredTo(member: string, { deliveredUpTo }: DeliveryState): number {
    return Math.max(deliveredUpTo, this.#state.cursors.get(member) ?? -1)
  }

  async #drain(member: string, state: DeliveryState): Promise<void> {
    while (this.#hasWork(member, state)) {
      const { round } = state
      try {
        if (this.#isOver(member)) await this.#end(member, state, round)
        else await this.#deliver(member, state, round)
        state.failures = 0
      } catch (error) {
        this.#postpone(member, state, error)
        return
      }
    }
  }

  async #deliver(member: string, state: DeliveryState, round: number): Promise<void> {
    // If the conversation ended meanwhile, the next pass of the loop delivers the end.
    if (!(await this.#ports.isAllowed()) || this.#isOver(member)) return
    const delivery = this.#next(member, state)
    const { progress, stored, hasGap } = await this.#ports.deliver(member, delivery)
    if (state.round !== round) return
    this.takeProgress(member, progress)
    if (hasGap) return this.#beginAgain(member, state, stored)
    state.deliveredUpTo = Math.max(state.deliveredUpTo, delivery.upTo)
    if (delivery.settle && delivery.upTo >= (state.settleTo ?? 0)) state.settleTo = null
    this.#state.cursors.set(member, Math.max(this.#state.cursors.get(member) ?? -1, Math.min(stored, delivery.upTo)))
    const { read } = delivery
    if (read !== undefined && delivery.upTo >= read && this.#state.pageRead.get(member)?.position === read)
      this.#state.pageRead.delete(member)
    this.#unsaved.add(member)
  }

  /** The hub restarted without storing what it had received, or is a new one. */
  #beginAgain(member: string, state: DeliveryState, stored: number): void {
    state.deliveredUpTo = -1
    this.#state.cursors.set(member, Math.min(this.#state.cursors.get(member) ?? -1, stored))
    this.#unsaved.add(member)
    state.hubAt = 0
    state.presence = this.#presence.hasAtHub(member) ? this.#wholePresence(member) : []
    state.receiptsAt = 0
  }

  async #end(member: string, state: DeliveryState, round: number): Promise<void> {
    await this.#ports.end(member)
    if (state.round !== round) return
    this.#state.knowEnd.add(member)
    this.#store.setKnowsEnd(member, true)
  }

  #postpone(member: string, state: DeliveryState, error: unknown): void {
    noteFailure(state, this.#ports.now(), error)
    // Single changes may be lost by now; the whole list, with its rev, is always correct.
    state.presence = this.#presence.hasAtHub(member) ? this.#wholePresence(member) : []
    this.#ports.wakeAt(state.retryAt)
    warn('delivery', error, { failures: state.failures })
  }

  #wholePresence(member: string): PresenceChange[] {
    return [{ event: 'presence:subscribed', users: this.presentTo(member), rev: this.#state.rev }]
  }

  /** `isGiven`: its receiver does not answer, so it cannot report direct sockets. */
  #next(member: string, state: DeliveryState, isGiven = false): Delivery {
    const { epoch, openedAt, cursors, head, request } = this.#state
    const since = Math.max(0, this.#deliveredTo(member, state))
    const { messages, upTo } = since < head ? this.#log.readRange(since, head) : { messages: [], upTo: head }
    if (messages.length === 0 && state.receiptsAt !== null) state.receiptsOnlyAt = this.#ports.now()
    const marks = state.receiptsAt !== null && this.#presence.hasAtHub(member) ? this.#marks.seenBy(member) : []
    if (marks.length > 0) this.#marks.setDelivered(member, marks)
    if (!this.#ports.directs().has(member) || this.#presence.hasAtHub(member)) state.receiptsAt = null
    // Nothing else is coming soon, so the hub stores at once what has waited.
    const hasWaited = state.hubAt !== null
    state.hubAt = null
    const direct = isGiven ? undefined : this.#ports.directs().state(member, state.isDirectNews || !state.isDirectKnown)
    state.isDirectNews &&= isGiven
    state.isDirectKnown ||= !isGiven
    const read = isGiven ? undefined : this.#state.pageRead.get(member)
    return {
      conversation: this.#ports.conversation,
      epoch,
      self: member,
      other: [...cursors.keys()].find((other) => other !== member) ?? member,
      openedAt,
      stage: stageFor(request, member) ?? 'incoming',
      messages,
      since,
      upTo,
      presence: state.presence.splice(0),
      marks,
      silent: upTo <= this.silentUpTo,
      settle: state.settleTo !== null || hasWaited,
      ...(this.#ports.directs().hasShown(member, upTo) ? { isShown: true as const } : {}),
      ...(direct ? { direct } : {}),
      ...(read && { read: read.position, keptRead: read.kept }),
    }
  }
}
