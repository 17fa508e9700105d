import { createTables, migrateObject } from '#objects/platform/migrate.ts'
import type { EncounterKind, EncounterPhase } from '#features/encounters/contract.ts'
import type { EncounterState, Side, Which } from '#features/encounters/talk/rules.ts'
import { encounterSchema } from './encounter-schema.ts'

/** One of the two: the member, and their alias for the other one. */
export type Participant = { member: string; ticket: string; alias: string; seed: string }
export type Participants = readonly [Participant, Participant]

/** The newest `version` that the hub has, and whether it has the notification of the match. */
export type HubProgress = { version: number; hasNotice: boolean }

/** `language`: of the talk; null if an earlier version has opened it. `topics`: that both had chosen. */
export type Subject = { language: string | null; topics: readonly string[] }

export type StoredEncounter = Subject & {
  state: EncounterState
  participants: Participants
  version: number
  hubs: readonly [HubProgress, HubProgress]
}

type EncounterRow = {
  kind: EncounterKind
  phase: EncounterPhase
  until: number | null
  opened_at: number
  ended_at: number | null
  extended: 0 | 1
  barred: 0 | 1
  conversation: string | null
  version: number
  language: string | null
  topics: string | null
}

type ParticipantRow = {
  member: string
  ticket: string
  alias: string
  seed: string
  accepted: 0 | 1
  revealed: 0 | 1
  extended: 0 | 1
  voted: 0 | 1 | null
  has_left: 0 | 1
  joined: 0 | 1
  away_since: number | null
  hub_version: number
  has_notice: 0 | 1
}

const versionTable = 'encounter_version'

/** The SQL of an encounter. An id that was never opened leaves no table behind. */
export class EncounterStore {
  readonly #storage: DurableObjectStorage
  readonly #sql: SqlStorage
  readonly #isOpen: boolean
  #subject: Subject = { language: null, topics: [] }

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
    this.#sql = storage.sql
    this.#isOpen =
      this.#sql.exec("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", versionTable).toArray().length > 0
    if (this.#isOpen) migrateObject(storage, encounterSchema, versionTable)
  }

  /** Null if it was not open when this object started. */
  find(): StoredEncounter | null {
    if (!this.#isOpen) return null
    const row = this.#sql.exec<EncounterRow>('SELECT * FROM encounter').toArray()[0]
    const [one, other] = this.#sql.exec<ParticipantRow>('SELECT * FROM participants ORDER BY which').toArray()
    if (!row || !one || !other) return null
    this.#subject = { language: row.language, topics: JSON.parse(row.topics ?? '[]') }
    return {
      ...this.#subject,
      state: {
        kind: row.kind,
        phase: row.phase,
        until: row.until,
        openedAt: row.opened_at,
        endedAt: row.ended_at,
        isExtended: row.extended === 1,
        isBarred: row.barred === 1,
        conversation: row.conversation,
        sides: [toSide(one), toSide(other)],
      },
      participants: [toParticipant(one), toParticipant(other)],
      version: row.version,
      hubs: [toProgress(one), toProgress(other)],
    }
  }

  /** Call it inside a transaction. `state`: of a new encounter. `hubVersion`: the version that both hubs have, 0 for none. */
  open(state: EncounterState, subject: Subject, participants: Participants, hubVersion: number): StoredEncounter {
    createTables(this.#storage, encounterSchema, versionTable)
    const rows = participants.map(({ member, ticket, alias, seed }, which) => {
      return [which, member, ticket, alias, seed, state.openedAt, hubVersion]
    })
    this.#sql.exec(
      `INSERT INTO participants
         (which, member, ticket, alias, seed, away_since, hub_version, accepted, revealed, extended, has_left, joined)
       VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0, 0, 0, 0), (?, ?, ?, ?, ?, ?, ?, 0, 0, 0, 0, 0)`,
      ...rows.flat(),
    )
    this.#subject = subject
    this.#saveEncounter(state, 1)
    const progress: HubProgress = { version: hubVersion, hasNotice: false }
    return { ...subject, state, participants, version: 1, hubs: [progress, progress] }
  }

  save(state: EncounterState, version: number): void {
    this.#saveEncounter(state, version)
    this.#saveSide(0, state.sides[0])
    this.#saveSide(1, state.sides[1])
  }

  #saveEncounter(state: EncounterState, version: number): void {
    this.#sql.exec(
      `INSERT OR REPLACE INTO encounter
         (id, kind, phase, until, opened_at, ended_at, extended, barred, conversation, version, language, topics)
       VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      state.kind,
      state.phase,
      state.until,
      state.openedAt,
      state.endedAt,
      toBit(state.isExtended),
      toBit(state.isBarred),
      state.conversation,
      version,
      this.#subject.language,
      JSON.stringify(this.#subject.topics),
    )
  }

  #saveSide(which: Which, { accepted, revealed, extended, voted, hasLeft, hasJoined, awaySince }: Side): void {
    this.#sql.exec(
      `UPDATE participants SET accepted = ?, revealed = ?, extended = ?, voted = ?, has_left = ?, joined = ?, away_since = ? WHERE which = ?`,
      toBit(accepted),
      toBit(revealed),
      toBit(extended),
      voted === null ? null : toBit(voted),
      toBit(hasLeft),
      toBit(hasJoined),
      awaySince,
      which,
    )
  }

  saveProgress(hubs: readonly [HubProgress, HubProgress]): void {
    const [one, other] = hubs
    this.#sql.exec(
      'UPDATE participants SET hub_version = iif(which = 0, ?, ?), has_notice = iif(which = 0, ?, ?)',
      one.version,
      other.version,
      toBit(one.hasNotice),
      toBit(other.hasNotice),
    )
  }

  /** Keeps the answer to a message when its text is deleted. */
  keepAnswers(dropped: readonly { from: string; cid: string; seq: number; sentAt: number }[]): void {
    for (const { from, cid, seq, sentAt } of dropped) {
      this.#sql.exec('INSERT OR IGNORE INTO dropped (sender, cid, seq, sent_at) VALUES (?, ?, ?, ?)', from, cid, seq, sentAt)
    }
  }

  findAnswer(from: string, cid: string): { seq: number; sentAt: number } | null {
    const row = this.#sql
      .exec<{ seq: number; sent_at: number }>('SELECT seq, sent_at FROM dropped WHERE sender = ? AND cid = ?', from, cid)
      .toArray()[0]
    return row ? { seq: row.seq, sentAt: row.sent_at } : null
  }
}

const toBit = (value: boolean): 0 | 1 => (value ? 1 : 0)

const toParticipant = ({ member, ticket, alias, seed }: ParticipantRow): Participant => ({ member, ticket, alias, seed })

const toProgress = ({ hub_version, has_notice }: ParticipantRow): HubProgress => ({
  version: hub_version,
  hasNotice: has_notice === 1,
})

const toSide = (row: ParticipantRow): Side => ({
  accepted: row.accepted === 1,
  revealed: row.revealed === 1,
  extended: row.extended === 1,
  voted: row.voted === null ? null : row.voted === 1,
  hasLeft: row.has_left === 1,
  hasJoined: row.joined === 1,
  awaySince: row.away_since,
})
