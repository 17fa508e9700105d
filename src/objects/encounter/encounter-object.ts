import { DurableObject } from 'cloudflare:workers'
import type {
  ClientEventInput,
  HistoryPage,
  HistoryWindow,
  JoinInput,
  JoinResult,
  Progress,
  Refusal,
  SendInput,
  SentResult,
} from '#features/chat/contract.ts'
import type { Env } from '#server/env.ts'
import { AlarmScheduler } from '#objects/platform/alarm-scheduler.ts'
import { alarmTable } from '#objects/platform/alarm-times.ts'
import { inJurisdiction } from '#server/objects/jurisdiction.ts'
import { loadContactDetails } from '#features/chat/server/public.ts'
import type {
  ActResult,
  EncounterAct,
  EncounterEvidence,
  EncounterPhase,
  EncounterRpc,
  EncounterView,
  Opening,
} from '#features/encounters/contract.ts'
import { typingEvent } from '#shared/realtime/wire.ts'
import {
  arrive,
  beginEncounter,
  depart,
  isInChannel,
  noteCall,
  press,
  shownPhase,
  type Which,
} from '#features/encounters/talk/rules.ts'
import { seatOf } from '#features/encounters/talk/server/client.ts'
import { EncounterStore, type StoredEncounter, type Subject } from './encounter-store.ts'
import { viewOf } from './encounter-view.ts'
import { openEncounter, type EncounterAlarm, type OpenedEncounter } from './open-encounter.ts'
import { dateTimesOf } from '#features/encounters/talk/server/date-times.ts'
import { drawParticipants, memberBehind, whichOf } from './participants.ts'
import { ConversationStore, type ConversationState } from '#objects/conversation/conversation-store.ts'
import { refused } from '#objects/conversation/log-writer.ts'

/** A matchmaker of an earlier version sends no language, or no topics. */
const toSubject = ({ language, topics }: Partial<Subject>): Subject => ({ language: language ?? null, topics: topics ?? [] })

/** The encounter, which of its two members is calling, and whether they have left. */
type Caller = OpenedEncounter & { which: Which; alias: string; hasLeft: boolean }

/**
 * One anonymous chat or blind date. Callers name the member they act for and have checked who that is. Everything inside
 * knows the two by their aliases; only the calls to their hubs, and a report, know who they are.
 */
export class Encounter extends DurableObject<Env> implements EncounterRpc {
  readonly #store: EncounterStore
  readonly #conversations: ConversationStore
  readonly #alarms: AlarmScheduler<EncounterAlarm>
  #opened: OpenedEncounter | null

  constructor(ctx: DurableObjectState, bindings: Env) {
    super(ctx, inJurisdiction(bindings))
    this.#store = new EncounterStore(ctx.storage)
    this.#conversations = new ConversationStore(ctx.storage)
    this.#alarms = new AlarmScheduler(ctx.storage, alarmTable(ctx.storage.sql))
    const [record, conversation] = [this.#store.find(), this.#conversations.find()]
    this.#opened = record && conversation && this.#assemble(record, conversation)
  }

  #assemble(record: StoredEncounter, conversation: ConversationState): OpenedEncounter {
    return openEncounter({
      ctx: this.ctx,
      env: this.env,
      store: this.#store,
      conversations: this.#conversations,
      record,
      conversation,
      alarms: this.#alarms,
    })
  }

  get #id(): string {
    return this.ctx.id.name ?? ''
  }

  async open(opening: Opening): Promise<void> {
    const { flow } = (this.#opened ??= this.#begin(opening))
    await flow.start()
  }

  #begin({ kind, language, topics, participants, at: pairedAt, isAnnounced }: Opening): OpenedEncounter {
    const [one, other] = drawParticipants(participants)
    const at = isAnnounced ? pairedAt : Date.now()
    const [record, conversation] = this.ctx.storage.transactionSync(() => [
      this.#store.open(beginEncounter(kind, at), toSubject({ language, topics }), [one, other], isAnnounced ? 1 : 0),
      this.#conversations.open(crypto.randomUUID().slice(0, 8), { kind, members: [one.alias, other.alias], at }),
    ])
    return this.#assemble(record, conversation)
  }

  async view(member: string): Promise<EncounterView | null> {
    const caller = await this.#admit(member)
    if (!caller) return null
    const { flow, which } = caller
    flow.change(noteCall(flow.state(), which, Date.now()))
    return viewOf(this.#id, flow.record, which)
  }

  async act(member: string, act: EncounterAct): Promise<ActResult> {
    const caller = await this.#admit(member)
    if (!caller) return { ok: false, code: 'forbidden' }
    const { flow, which } = caller
    const now = Date.now()
    const pressed = press(noteCall(flow.state(), which, now), which, act, now, dateTimesOf(this.env))
    if (!pressed.ok) return pressed
    flow.change(pressed.state)
    return { ok: true, view: viewOf(this.#id, flow.record, which) }
  }

  async evidence(member: string): Promise<EncounterEvidence | null> {
    const caller = await this.#admit(member)
    if (!caller) return null
    const { participants } = caller.flow.record
    const messages = caller.talk.kept().map(({ seq, from, text, sentAt }) => ({
      seq,
      from: memberBehind(participants, from),
      text,
      sentAt,
    }))
    return { partner: participants[caller.which === 0 ? 1 : 0].member, messages, phase: caller.flow.state().phase }
  }

  async stop(member: string): Promise<EncounterPhase | null> {
    const caller = await this.#admit(member)
    if (!caller) return null
    caller.flow.end(caller.which)
    return caller.flow.record.state.phase
  }

  async sendFromHub({ member, ...message }: SendInput): Promise<SentResult> {
    // Before the checks, so that nothing changes between them and the write.
    const { holdsContact } = await loadContactDetails()
    const caller = await this.#inChannel(member)
    if (!caller) return refused
    if (shownPhase(caller.flow.state()) !== 'talking') return { ok: false, code: 'conflict' }
    caller.flow.change(noteCall(caller.flow.state(), caller.which, Date.now()))
    return caller.talk.send(caller.alias, message, holdsContact)
  }

  async join({ member, connection, since }: JoinInput): Promise<JoinResult> {
    const caller = await this.#inChannel(member)
    if (!caller) return refused
    caller.flow.change(arrive(caller.flow.state(), caller.which))
    return caller.talk.join(caller.alias, connection, since)
  }

  leave(member: string, connections: readonly string[]): void {
    const caller = this.#callerOf(member)
    // A member who left is removed from the channel only when it ends; otherwise the other one would see them leave early.
    if (!caller || caller.hasLeft) return
    const { flow, talk, which, alias } = caller
    talk.leave(alias, connections)
    if (isInChannel(flow.state()) && !talk.has(alias)) flow.change(depart(flow.state(), which, Date.now()))
  }

  /** Presence is always visible in an encounter. */
  show(): void {}

  mark(member: string, progress: Progress): void {
    const caller = this.#callerOf(member)
    if (caller && !caller.talk.isClosed) caller.talk.mark(caller.alias, progress)
  }

  /** Only typing: other events could carry contact details. */
  async clientEvent({ member, event }: ClientEventInput): Promise<{ ok: true } | Refusal> {
    const caller = event === typingEvent ? await this.#inChannel(member) : null
    if (!caller) return refused
    await caller.talk.showTyping(caller.alias)
    return { ok: true }
  }

  async history(member: string, window: HistoryWindow): Promise<HistoryPage | null> {
    const caller = await this.#inChannel(member)
    return caller ? caller.talk.history(caller.alias, window) : null
  }

  override async alarm(): Promise<void> {
    const opened = this.#opened
    if (!opened) return
    if (opened.flow.isPurgeDue(Date.now())) return this.#purge()
    await this.#alarms.run(Date.now(), { ...opened.flow.alarms, settle: () => opened.talk.settle() })
  }

  /** Nothing is left here, and the hubs have stored nothing. If this is interrupted, the runtime calls the alarm again. */
  async #purge(): Promise<void> {
    this.#opened = null
    await this.ctx.storage.deleteAll()
    await this.ctx.storage.deleteAlarm()
  }

  /** The same, but works for the first call too: an encounter that has not opened asks the caller's hub for its opening data. */
  async #admit(member: string): Promise<Caller | null> {
    if (!this.#opened) await this.#openFor(member)
    return this.#callerOf(member)
  }

  async #openFor(member: string): Promise<void> {
    const opening = await seatOf(this.env, member).opening(this.#id)
    if (opening === null || opening === 'opened' || this.#opened) return
    this.#opened = this.#begin(opening)
    this.ctx.waitUntil(this.#opened.flow.start())
  }

  /** Null for others, and once deletion is due: the alarm that deletes may run late. */
  #callerOf(member: string): Caller | null {
    const opened = this.#opened
    const which = opened ? whichOf(opened.flow.record.participants, member) : null
    if (!opened || which === null || opened.flow.isPurgeDue(Date.now())) return null
    const { state, participants } = opened.flow.record
    return { ...opened, which, alias: participants[which].alias, hasLeft: state.sides[which].hasLeft }
  }

  /** For members who may be in the channel now. */
  async #inChannel(member: string): Promise<Caller | null> {
    const caller = await this.#admit(member)
    return caller && !caller.hasLeft && isInChannel(caller.flow.state()) ? caller : null
  }
}
