import type { HubClientEvent, PresenceChange } from '#features/chat/contract.ts'
import { memberHeader, sessionHeader, tabHeader } from '#features/chat/server/direct-upgrade.ts'
import type { DirectAnswer, DirectEnd, DirectFacts, DirectState } from '#shared/realtime/direct/direct-socket.ts'
import {
  channelName,
  closeCodes,
  ping,
  positionOf,
  typingEvent,
  type ConversationChannel,
  type Receipt,
  type ServerEvent,
  type WireMessage,
} from '#shared/realtime/wire.ts'
import { warn } from '#server/log.ts'
import { withTimeout } from '#server/objects/with-timeout.ts'
import { isGone, lentAtOnce, nextReapAt, pongText } from '#objects/member-hub/rules.ts'
import type { DirectHubCalls, HubCalls } from '../hub-calls.ts'
import type { LogStore } from '../log-store.ts'
import type { Open } from '../open-conversation.ts'
import type { DirectPort, PageNewsDeps } from './direct-port.ts'
import { DirectConnections, type DirectConnection } from './direct-connections.ts'
import { Leases } from './leases.ts'
import { PageNews } from './page-news.ts'

/** Direct sockets of one member in one conversation: pages that show it. */
const mostPerMember = 8
/** Time limit of a hub's answer. A page gives its socket up after 5 s without one. */
const hubMs = 4_000

export type DirectSocketsDeps = {
  ctx: DurableObjectState
  hubs: HubCalls & DirectHubCalls
  limitsFactor: number
  findOpen(): Open | null
  /** Returns the conversation if the member may use it by an answer of D1 to a question that begins now; throws without one. */
  openNow(member: string): Promise<Open | null>
  /** Returns whether the two may still reach each other. */
  isAllowed(): Promise<boolean>
  /** Makes the alarm look for silent sockets at this time. */
  reapAt(at: number): void
  wakeAt(at: number): void
}

/**
 * The sockets straight to this conversation, beside the ways through the members' hubs. They are sent what the log gets, in its
 * order, and whatever is momentary. Access is that of the hub's socket: the hub admits each and has it closed when its session
 * ends, and D1 is asked about the pair.
 */
export class DirectSockets implements DirectPort {
  readonly #deps: DirectSocketsDeps
  readonly #connections: DirectConnections
  readonly leases: Leases
  /** Grows with every change, across restarts. */
  #rev = Date.now()
  #pong = ''
  /** Member → position up to which some page of theirs was sent everything, even if it has gone since. */
  readonly #shownUpTo = new Map<string, number>()
  #pages: PageNews | null = null
  #newest: { data: WireMessage; text: string } | null = null

  constructor(deps: DirectSocketsDeps, head: number) {
    this.#deps = deps
    const conversation = deps.ctx.id.name ?? ''
    const most = lentAtOnce * deps.limitsFactor
    this.leases = new Leases(most, hubMs, (member, report) => deps.hubs.leaseMessages(member, conversation, report))
    this.#connections = new DirectConnections(deps.ctx, head)
    for (const member of this.members()) this.leases.restore(member)
    this.#updatePong(head)
  }

  get channel(): ConversationChannel {
    return channelName.conversation(this.#deps.ctx.id.name ?? '')
  }

  get pong(): string {
    return this.#pong
  }

  #updatePong(head: number): void {
    if (this.#connections.isEmpty) return
    const text = pongText([{ channel: this.channel, head }])
    if (text === this.#pong) return
    this.#pong = text
    this.#deps.ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(ping, text))
  }

  of(socket: WebSocket): DirectConnection {
    return this.#connections.of(socket, this.#deps.findOpen()?.state.head ?? 0)
  }

  /** Accepts a socket that the edge has checked (session, Origin); one without access is closed again. */
  async accept(request: Request): Promise<Response> {
    const [member, sid, tab] = [memberHeader, sessionHeader, tabHeader].map((name) => request.headers.get(name))
    if (!member || !sid || request.headers.get('upgrade') !== 'websocket') return new Response(null, { status: 426 })
    const { 0: client, 1: server } = new WebSocketPair()
    this.#connections.forgetClosed()
    const isFull = this.#connections.ofMember(member).length >= mostPerMember
    // Accepted before the hub is asked, so that an end of the session finds it here meanwhile.
    const connection = this.#connections.accept(server, { member, sid, tab: tab ?? '' }, Date.now())
    const refusal = isFull ? { code: closeCodes.tooMany, reason: 'too many connections' } : await this.#tryToAdmit(connection)
    if (refusal) this.#refuse(connection, refusal)
    return new Response(null, { status: 101, webSocket: client })
  }

  /** A page whose socket cannot be checked now tries again, and has its first one meanwhile. */
  async #tryToAdmit(connection: DirectConnection): Promise<Refusal | null> {
    try {
      return await this.#admit(connection)
    } catch (error) {
      warn('direct socket', error)
      return { code: closeCodes.restart, reason: 'try again' }
    }
  }

  async #admit(connection: DirectConnection): Promise<Refusal | null> {
    const { hubs, ctx, findOpen, openNow, reapAt } = this.#deps
    const { member, id, sid, tab } = connection
    const state = findOpen()?.state
    // The same for an id never opened, another pair's conversation and an ended one. A request has no presence and no typing.
    if (!state || state.closedAt !== null || state.request || !state.cursors.has(member)) return noAccess
    this.#rev += 1
    const lease = this.leases.report(member)
    const others = this.#connections.ofMember(member).flatMap((other) => (other.id === id ? [] : other.id))
    const admission = { connection: id, others, sid, tab, rev: this.#rev, lease }
    let granted: number | null = null
    try {
      const admitted = await withTimeout(hubMs, hubs.admitDirect(member, ctx.id.name ?? '', admission))
      if (!admitted.ok) return admitted
      granted = admitted.granted
      this.takeFacts(member, admitted.facts)
    } finally {
      this.leases.settle(member, lease, granted)
    }
    // Only now: whatever ends the member's access after this question finds the socket recorded at the hub.
    const open = await openNow(member)
    if (!open || !connection.isOpen) return noAccess
    connection.sentUpTo = open.state.head
    this.#updatePong(open.state.head)
    reapAt(nextReapAt([connection.transport.lastActiveAt]) ?? Date.now())
    return null
  }

  /** The hub may have recorded it already. Somebody who is not of the conversation leaves no trace in it. */
  #refuse(connection: DirectConnection, { code, reason }: Refusal): void {
    connection.close(code, reason)
    this.closed(connection)
  }

  #changed(member: string): void {
    this.#rev += 1
    this.#deps.findOpen()?.fanOut.directChanged(member)
  }

  #joined(member: string): DirectConnection[] {
    return this.#connections.ofMember(member).filter((connection) => connection.hasJoined(this.channel))
  }

  has(member: string): boolean {
    return this.#joined(member).length > 0
  }

  hasShown(member: string, upTo: number): boolean {
    return this.has(member) || (this.#shownUpTo.get(member) ?? -1) >= upTo
  }

  isAlone(member: string): boolean {
    const joined = this.#joined(member)
    return joined.length > 0 && joined.every(({ facts }) => facts.isAlone)
  }

  members(): Set<string> {
    return new Set(this.#connections.open().map(({ member }) => member))
  }

  sids(): string[] {
    return [...new Set(this.#connections.open().map(({ sid }) => sid))]
  }

  #stateOf(member: string): DirectState {
    const connections = this.#connections.ofMember(member).map(({ id }) => id)
    return { connections, rev: this.#rev, lease: this.leases.report(member) }
  }

  state(member: string, isChanged: boolean): DirectState | undefined {
    return isChanged || this.#connections.ofMember(member).length > 0 ? this.#stateOf(member) : undefined
  }

  takeAnswer(member: string, { lease }: DirectState, answer: DirectAnswer | undefined): void {
    this.leases.settle(member, lease, answer?.granted ?? null)
    if (!answer) return
    if (this.#connections.ofMember(member).length === 0) this.leases.forget(member)
    this.takeFacts(member, answer.facts)
  }

  /** The hub has reported that the member shows or hides their presence, and the conversation has announced it. */
  show(member: string, isHidden: boolean): void {
    for (const connection of this.#connections.ofMember(member)) connection.facts = { ...connection.facts, isHidden }
  }

  takeFacts(member: string, facts: DirectFacts): void {
    const connections = this.#connections.ofMember(member)
    const isShownOtherwise = connections.some((connection) => connection.facts.isHidden !== facts.isHidden)
    for (const connection of connections) connection.facts = facts
    const open = this.#deps.findOpen()
    if (isShownOtherwise) open?.fanOut.announceStep(member, open.presence.show(member, facts.isHidden))
  }

  sharesTyping(member: string): boolean {
    return this.#connections.ofMember(member).every(({ facts }) => facts.typing)
  }

  sendPages(deps: PageNewsDeps): void {
    this.#pages ??= new PageNews(deps)
    this.#pages.send()
  }

  sendNews(member: string, { head }: { head: number }, log: Pick<LogStore, 'readRange'>): boolean {
    let isNews = false
    for (const connection of this.#joined(member)) {
      while (connection.sentUpTo < head) {
        const { messages, upTo } = log.readRange(connection.sentUpTo, head)
        for (const data of messages) if (positionOf(data) > connection.sentUpTo) connection.send(this.#textOf(data))
        connection.sentUpTo = upTo
        isNews = true
        this.#shownUpTo.set(member, head)
      }
    }
    this.#updatePong(head)
    return isNews
  }

  /** The same message goes to several sockets, one after the other. */
  #textOf(data: WireMessage): string {
    if (this.#newest?.data !== data) {
      const event: ServerEvent = { event: 'message', channel: this.channel, data }
      this.#newest = { data, text: JSON.stringify(event) }
    }
    return this.#newest.text
  }

  sendReceipts(member: string, receipts: readonly Receipt[]): void {
    for (const data of receipts) this.#send(member, { event: 'marks', channel: this.channel, data })
  }

  async sendPresence(member: string, change: PresenceChange): Promise<void> {
    if (!this.has(member)) return
    try {
      if (!(await this.#deps.isAllowed())) return
    } catch (error) {
      // The next join has the list.
      return warn('direct presence', error)
    }
    const { rev } = change
    const { channel } = this
    if (change.event === 'presence:subscribed') this.#send(member, { event: change.event, channel, data: change.users, rev })
    else this.#send(member, { event: change.event, channel, data: change.user, rev })
  }

  /** Typing is reciprocal. The data is already JSON. */
  sendClientEvent(member: string, { event, from, dataJson }: HubClientEvent): void {
    if (event === typingEvent && !this.sharesTyping(member)) return
    const head = JSON.stringify({ event, channel: this.channel, from }).slice(0, -1)
    for (const connection of this.#joined(member)) connection.send(`${head},"data":${dataJson}}`)
  }

  #send(member: string, event: ServerEvent): void {
    for (const connection of this.#joined(member)) connection.event(event)
  }

  /** A page has left the channel, or its socket has closed. */
  leave(connection: DirectConnection): void {
    const open = this.#deps.findOpen()
    open?.fanOut.announceStep(connection.member, open.presence.exit(connection.member, connection.id))
  }

  closed(connection: DirectConnection): void {
    this.#connections.forgetClosed()
    if (!this.#deps.findOpen()?.state.cursors.has(connection.member)) return
    this.leave(connection)
    this.#changed(connection.member)
  }

  #close(connections: readonly DirectConnection[], code: number, reason: string): void {
    for (const connection of connections) connection.close(code, reason)
    // A half-open socket never confirms its close, so its presence ends here.
    for (const connection of connections) this.closed(connection)
  }

  /** The hub has ended the member's access by a session, or by all. */
  end(member: string, { sid, code, reason }: DirectEnd): void {
    const ended = this.#connections.ofMember(member).filter((connection) => sid === null || connection.sid === sid)
    this.#close(ended, code, reason)
  }

  /** The conversation is over: this is the last that its pages are sent. */
  endAll(): void {
    const all = this.#connections.open()
    for (const connection of all)
      connection.end(this.channel, JSON.stringify({ event: 'closed', channel: this.channel, data: null }))
    for (const connection of all) connection.close(closeCodes.forbidden, 'ended')
    this.#connections.forgetClosed()
  }

  /** Closes silent sockets (4408), and removes the presence of those that ended without a close. Looks again in time; true if there are any. */
  reap(now: number): boolean {
    const silent = this.#connections.open().filter(({ transport }) => isGone(transport.lastActiveAt, now))
    this.#close(silent, closeCodes.timeout, 'silent for too long')
    const open = this.#deps.findOpen()
    for (const { member, connection } of open ? this.#listLost(open) : []) {
      open?.fanOut.announceStep(member, open.presence.exit(member, connection))
      this.#changed(member)
    }
    const nextAt = nextReapAt(this.#connections.open().map(({ transport }) => transport.lastActiveAt))
    if (nextAt !== null) this.#deps.reapAt(nextAt)
    return nextAt !== null
  }

  /** True if the list of who is present names sockets that did not survive a restart. */
  hasLost(open: Open): boolean {
    return this.#listLost(open).length > 0
  }

  #listLost({ presence }: Open): { member: string; connection: string }[] {
    const live = new Set(this.#connections.open().map(({ id }) => id))
    return presence.listDirect().filter(({ connection }) => !live.has(connection))
  }
}

type Refusal = { code: number; reason: string }

const noAccess: Refusal = { code: closeCodes.forbidden, reason: 'forbidden' }
