import { DurableObject } from 'cloudflare:workers'
import { seatOf } from '#features/encounters/talk/server/public.ts'
import type { WaitAlertRequest, WaitAlertsRpc } from '#features/encounters/dates/contract.ts'
import type { Env } from '#server/env.ts'
import { AlarmScheduler } from '#objects/platform/alarm-scheduler.ts'
import { alarmTable } from '#objects/platform/alarm-times.ts'
import { GroupCommit } from '#objects/platform/group-commit.ts'
import { inJurisdiction } from '#server/objects/jurisdiction.ts'
import { migrateObject } from '#objects/platform/migrate.ts'
import { encounterObject } from '#server/objects/stubs.ts'
import type {
  Attendee,
  AttendanceReader,
  EncounterOpening,
  Entered,
  MatchmakerRpc,
  PairingCriteria,
  Pool,
  SlotAttendance,
  WaitFigures,
  Waiting,
} from '#features/encounters/contract.ts'
import type { Attendees } from './attendees.ts'
import type { WaitAlerts } from './wait-alerts.ts'
import { findForbiddenPairs } from './forbidden-pairs.ts'
import { matchmakerSchema } from './matchmaker-schema.ts'
import { MatchmakerStore } from './matchmaker-store.ts'
import { PairingFlow } from './pairing-flow.ts'
import { Rounds, type RoundsDeps } from './rounds.ts'

type MatchmakerAlarm = 'round' | 'pairings' | 'openings' | 'prune' | 'attendees' | 'wait-alerts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Window in which entries are written together: they are answered before the round that follows, which waits longer. */
const enterTogetherMs = 5
/** Interval at which hubs report that their member is still waiting. */
const silentMs = 3 * minuteMs

/** Everyone who waits in one shard of a pool. A shell: pure rules decide on the pairs. */
export class Matchmaker extends DurableObject<Env> implements MatchmakerRpc, WaitAlertsRpc {
  readonly #store: MatchmakerStore
  readonly #alarms: AlarmScheduler<MatchmakerAlarm>
  readonly #flow: PairingFlow
  readonly #rounds: Rounds
  readonly #entries: GroupCommit
  #attendees: Attendees | null = null
  /** Tickets of dates at once that no round has tried to pair yet. A restart forgets them: an alert is less than a crash may repeat. */
  readonly #newcomers = new Set<string>()

  constructor(ctx: DurableObjectState, bindings: Env) {
    super(ctx, inJurisdiction(bindings))
    const { env } = this
    migrateObject(ctx.storage, matchmakerSchema)
    const [kind, shard = ''] = (ctx.id.name ?? '').split(':')
    const pool: Pool = kind === 'blind' ? 'blind' : 'anonymous'
    const store = new MatchmakerStore(ctx.storage, shard)
    const alarms = new AlarmScheduler<MatchmakerAlarm>(ctx.storage, alarmTable(ctx.storage.sql))
    this.#store = store
    this.#alarms = alarms
    this.#entries = new GroupCommit(() => store.flush(), enterTogetherMs)
    this.#flow = new PairingFlow({
      pool,
      store,
      alarms,
      seatOf: (member) => seatOf(env, member),
      openEncounter: async (id, opening) => encounterObject(env, id).open(opening),
      findForbidden: (pairs) => findForbiddenPairs(env.DB, pairs),
      onReleased: () => this.#rounds.request(),
    })
    const onPaired: RoundsDeps['onPaired'] = (pairings, tried) => {
      ctx.waitUntil(this.#flow.start(pairings))
      const alone = tried.filter(({ ticket }) => this.#newcomers.delete(ticket) && store.isFree(ticket))
      if (alone.length > 0) ctx.waitUntil(this.#loadWaitAlerts().then((alerts) => alerts.alertOf(alone)))
    }
    this.#rounds = new Rounds({ ctx, env, pool, store, alarms, onPaired })
  }

  async enter(waiting: Waiting): Promise<Entered> {
    const isNew = !this.#store.has(waiting.ticket)
    const pairing = this.#store.enter(waiting, Date.now())
    if (isNew && pairing === null && waiting.profile && waiting.slot === null) this.#newcomers.add(waiting.ticket)
    if (pairing === null) this.#rounds.request()
    this.#alarms.schedule('prune', Date.now() + minuteMs)
    await this.#entries.written()
    return { pairing }
  }

  leave(ticket: string): void {
    this.#store.leave(ticket)
    this.#newcomers.delete(ticket)
  }

  opening(id: string): Promise<EncounterOpening> {
    return this.#flow.opening(id)
  }

  async figures(languages: readonly string[], reader?: PairingCriteria): Promise<WaitFigures[]> {
    const { figuresOf } = await import('./figures.ts')
    const now = Date.now()
    const known = { waiting: this.#store.listWaiting(), waits: this.#store.listWaits(now - hourMs) }
    return languages.map((language) => figuresOf(known, { language, reader, now }))
  }

  async attend(attendee: Attendee): Promise<void> {
    const attendees = await this.#loadAttendees()
    attendees.put(attendee, Date.now())
    this.#alarms.schedule('attendees', Date.now() + hourMs)
  }

  async attendance(reader: AttendanceReader): Promise<SlotAttendance[]> {
    return (await this.#loadAttendees()).count(reader, Date.now())
  }

  async putWaitAlert(request: WaitAlertRequest): Promise<void> {
    ;(await this.#loadWaitAlerts()).put(request)
  }

  async #loadWaitAlerts(): Promise<WaitAlerts> {
    const { WaitAlerts: Loaded } = await import('./wait-alerts.ts')
    return new Loaded(this.ctx.storage, this.#alarms, this.env)
  }

  /** Loaded on demand: an isolate that pairs strangers may never count who has booked. */
  async #loadAttendees(): Promise<Attendees> {
    const { Attendees: Store } = await import('./attendees.ts')
    return (this.#attendees ??= new Store(this.ctx.storage))
  }

  override async alarm(): Promise<void> {
    await this.#alarms.run(Date.now(), {
      round: () => this.#rounds.run(),
      pairings: () => this.#flow.repeat(),
      // Not awaited: encounters that do not answer must not delay other alarms.
      openings: () => this.ctx.waitUntil(this.#flow.openDue()),
      prune: () => this.#prune(Date.now()),
      'wait-alerts': async () => (await this.#loadWaitAlerts()).prune(Date.now()),
      attendees: async () => {
        if ((await this.#loadAttendees()).prune(Date.now())) this.#alarms.schedule('attendees', Date.now() + hourMs)
      },
    })
  }

  #prune(now: number): void {
    this.#store.prune({ endedBefore: now - hourMs, seenBefore: now - silentMs })
    if (!this.#store.isEmpty) this.#alarms.schedule('prune', now + minuteMs)
  }
}
