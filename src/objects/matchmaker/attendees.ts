import type { Attendee, AttendanceReader, PairingCriteria, SlotAttendance } from '#features/encounters/contract.ts'
import { shownPeople } from '#features/encounters/pairing/rules.ts'
import { utcDay } from '#features/profile/server/public.ts'
import { couldSuit } from './suits.ts'

type AttendeeRow = { slot: number; member: string; languages: string; criteria: string }
type Known = { member: string; languages: readonly string[]; criteria: PairingCriteria }

/** Twice as long as hubs take to repeat what they have reported: a member whose hub is silent is no longer counted. */
const silentMs = 25 * 60 * 60_000

/** Who has booked which slot of a shard: its table `attendees`, which is in memory too, because each page of blind dates counts. */
export class Attendees {
  readonly #storage: DurableObjectStorage
  /** By slot and member. */
  readonly #bySlot = new Map<number, Map<string, Known>>()

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
    const rows = storage.sql.exec<AttendeeRow>('SELECT slot, member, languages, criteria FROM attendees').toArray()
    for (const { slot, member, languages, criteria } of rows)
      this.#keep(slot, { member, languages: languages.split(','), criteria: JSON.parse(criteria) })
  }

  /** Replaces all rows of the member. Slots that have begun count no longer. */
  put({ member, criteria, slots }: Attendee, now: number): void {
    const { sql } = this.#storage
    const coming = criteria ? slots.filter(({ slot }) => slot > now) : []
    this.#storage.transactionSync(() => {
      sql.exec('DELETE FROM attendees WHERE member = ?', member)
      for (const { slot, languages } of coming)
        sql.exec(
          'INSERT OR REPLACE INTO attendees (slot, member, languages, criteria, seen_at) VALUES (?, ?, ?, ?, ?)',
          slot,
          member,
          languages.join(),
          JSON.stringify(criteria),
          now,
        )
    })
    for (const members of this.#bySlot.values()) members.delete(member)
    if (criteria) for (const { slot, languages } of coming) this.#keep(slot, { member, languages, criteria })
  }

  /** Each member counts once for a slot, however many languages they share with the reader, and not for themselves. */
  count({ member, languages, criteria }: AttendanceReader, now: number): SlotAttendance[] {
    const slots = [...this.#bySlot.keys()].filter((slot) => slot > now).toSorted((one, other) => one - other)
    return slots.flatMap((slot) => {
      const day = utcDay(slot)
      const suitable = [...(this.#bySlot.get(slot)?.values() ?? [])].filter(
        (other) =>
          other.member !== member &&
          other.languages.some((language) => languages.includes(language)) &&
          couldSuit(criteria, other.criteria, day),
      )
      const people = shownPeople(suitable.length)
      return people === null ? [] : [{ slot, people }]
    })
  }

  /** Forgets slots that have begun, and members whose hub is silent. True if any are left. */
  prune(now: number): boolean {
    const { sql } = this.#storage
    const gone = sql
      .exec<{ slot: number; member: string }>(
        'DELETE FROM attendees WHERE slot <= ? OR seen_at <= ? RETURNING slot, member',
        now,
        now - silentMs,
      )
      .toArray()
    for (const { slot, member } of gone) this.#bySlot.get(slot)?.delete(member)
    for (const [slot, members] of this.#bySlot) if (members.size === 0) this.#bySlot.delete(slot)
    return this.#bySlot.size > 0
  }

  #keep(slot: number, known: Known): void {
    const members = this.#bySlot.get(slot) ?? new Map<string, Known>()
    this.#bySlot.set(slot, members)
    members.set(known.member, known)
  }
}
