import { env, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { encounterPauses, profiles } from '#db/schema.ts'
import { issueAccessToken } from '#features/auth/session/server/tokens/access-token.ts'
import { blockMember } from '#features/blocks/server/public.ts'
import { blindDateActions, type DatesProps } from '#features/encounters/dates/contract.ts'
import { matchmakerName, type PairingCriteria } from '#features/encounters/contract.ts'
import { upcomingSlots } from '#features/encounters/pairing/server/public.ts'
import { cancelBookings } from '#features/member-hub/server/public.ts'
import { profileActions } from '#features/profile/contract.ts'
import { restrictMember } from '#features/restriction/server/public.ts'
import { longestDelayMs } from '#objects/member-hub/dates/attendance.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { abortObject } from '#test/support/worker/abort-object.ts'
import { anyProfile, datesBy, minuteMs, stopClock } from '#test/support/worker/dates.ts'
import { pairUp } from '#test/support/worker/encounter.ts'
import { createMember, db, operatorId, postJson, type TestMember } from '#test/support/worker/members.ts'
import { crashHub, inHub } from '#test/support/worker/objects.ts'
import { readPayload } from '#test/support/worker/pages.ts'
import { eventually, newId } from '#test/support/worker/realtime-client.ts'
import { choiceIn, matchmakerOf, newLanguage, seatBy, untilPaired } from '#test/support/worker/waiting.ts'

vi.setConfig({ testTimeout: 60_000 })
afterEach(() => void vi.useRealTimers())

const hour = 60 * minuteMs
const { book } = blindDateActions
const pool = () => matchmakerOf('blind')
const inPool = (query: string) => runInDurableObject(pool(), (_, { storage }) => void storage.sql.exec(query))
const criteria: PairingCriteria = anyProfile
const toIso = (at: number) => new Date(at).toISOString()

/** Eight in the evening of the last evening that the page shows. */
const slotIn = (timeZone = 'UTC') => upcomingSlots(Date.now(), timeZone).at(-2) ?? 0

/** The number of people as a reader sees it, who looks for everyone and whom everyone looks for. */
async function countAt(slot: number, languages: string | string[], changed: Partial<PairingCriteria> = {}, member = newId()) {
  const reader = { member, languages: [languages].flat(), criteria: { ...criteria, ...changed } }
  return (await pool().attendance(reader)).find((each) => each.slot === slot)?.people ?? null
}

const untilCounted = (slot: number, language: string, people: number | null) =>
  eventually(async () => (await countAt(slot, language)) === people, `${people} who come`)

type Options = Parameters<typeof createMember>[0]

/** So many members who have booked the slot, and are counted. */
async function coming(slot: number, language: string, count = 5, options: Options = {}): Promise<TestMember[]> {
  const people = await Promise.all(Array.from({ length: count }, () => createMember(options)))
  for (const member of people) await datesBy(member).bookDate(slot, choiceIn(language))
  // A booking is answered before its hub has noted the report.
  for (const { id } of people)
    await eventually(
      async () => Number((await inHub(id, 'SELECT due_at FROM attendance'))[0]?.['due_at'] ?? 0) > 0,
      `a note of ${id}`,
    )
  await untilReported(...people)
  return people
}

/** Their hubs have nothing left to report. */
async function untilReported(...people: readonly TestMember[]): Promise<void> {
  for (const { id } of people)
    await eventually(async () => {
      const [row] = await inHub(id, 'SELECT due_at FROM attendance')
      return row === undefined || Number(row['due_at']) > Date.now() + hour
    }, `a report of ${id}`)
}

describe('who comes to a slot', () => {
  it('is counted from five people on, each once and the reader not among them', async () => {
    const [slot, language, other] = [slotIn(), newLanguage(), newLanguage()]
    const people = await coming(slot, language, 4)
    expect(await countAt(slot, language)).toBeNull()
    const [fifth] = await coming(slot, language, 1)
    expect(await countAt(slot, language)).toBe(5)
    expect(await countAt(slot, language, {}, fifth?.id)).toBeNull()
    for (const member of people) {
      await datesBy(member).bookDate(slot, choiceIn(language))
      await datesBy(member).bookDate(slot + hour, choiceIn(language, other))
    }
    await untilReported(...people)
    expect([await countAt(slot, [language, other]), await countAt(slot + hour, [other, language])]).toEqual([5, null])
    await coming(slot + hour, other, 1)
    expect([await countAt(slot + hour, language), await countAt(slot + hour, [other, language])]).toEqual([null, 5])
  })

  it('are those of a gender, an age and a language that fit both ways', async () => {
    const [slot, language] = [slotIn(), newLanguage()]
    // Women born in 1990 who look for men up to 40.
    const profile = { genderMask: 1, seeksMask: 2, seeksAgeMin: 30, seeksAgeMax: 40 }
    await coming(slot, language, 5, { profile })
    const man = { genderMask: 2, seeksMask: 1, birthDate: '1992-05-04' }
    expect(await countAt(slot, language, man)).toBe(5)
    expect(await countAt(slot, newLanguage(), man)).toBeNull()
    expect(await countAt(slot, language, { ...man, genderMask: 4 })).toBeNull()
    expect(await countAt(slot, language, { ...man, seeksMask: 6 })).toBeNull()
    expect(await countAt(slot, language, { ...man, seeksAgeMin: 50 })).toBeNull()
    expect(await countAt(slot, language, { ...man, birthDate: '1970-05-04' })).toBeNull()
  })

  it('does not change with a block, whichever of the two has blocked the other', async () => {
    const [slot, language, reader] = [slotIn(), newLanguage(), await createMember()]
    const [one, other] = await coming(slot, language)
    if (!one || !other) throw new Error('Five have booked')
    await blockMember(env, { blockerId: reader.id, blockedId: one.id }, Date.now())
    await blockMember(env, { blockerId: other.id, blockedId: reader.id }, Date.now())
    await untilReported(one, other)
    expect(await countAt(slot, language, {}, reader.id)).toBe(5)
  })
})

describe('the page', () => {
  const kyiv = 'Europe/Kyiv'

  /** A reader in Kyiv whose last choice was this language. */
  async function createReader(language: string): Promise<TestMember> {
    const reader = await createMember({ member: { timeZone: kyiv } })
    const own = upcomingSlots(Date.now(), kyiv).at(-1) ?? 0
    await datesBy(reader).bookDate(own, choiceIn(language))
    await datesBy(reader).cancelDate(own)
    return reader
  }

  const listedTo = async (reader: TestMember) => {
    const { props } = await readPayload<DatesProps>(reader, '/uk/blind-dates')
    if (props.kind !== 'open') throw new Error(`The page shows ${props.kind}`)
    return new Map(props.evenings.flatMap(({ slots }) => slots.map(({ slot, people }) => [slot, people] as const)))
  }

  it('lists other times to which five come who could suit the reader, and these alone can be booked', async () => {
    const [language, own] = [newLanguage(), slotIn(kyiv)]
    // Half past six in the evening, three in the afternoon, and half past six of the next day.
    const [other, early, nextDay] = [own - 1.5 * hour, own - 5 * hour, own + 22.5 * hour]
    const reader = await createReader(language)
    for (const slot of [early, nextDay]) await coming(slot, language)
    const [last] = await coming(other, language)
    await coming(own, language, 6)
    const listed = await listedTo(reader)
    expect([own, other, early, nextDay].map((slot) => listed.get(slot))).toEqual([6, 5, undefined, undefined])
    expect([...listed.keys()].toSorted((one, two) => one - two)).toEqual([...listed.keys()])
    for (const slot of [early, nextDay, other + 30 * minuteMs]) {
      const answer = await postJson(reader, book.path, { slot: toIso(slot) })
      expect([answer.status, ((await answer.json()) as ErrorBody).error.code]).toEqual([409, 'slot-unavailable'])
    }
    expect((await postJson(reader, book.path, { slot: toIso(other) })).status).toBe(200)
    expect(await inHub(reader.id, 'SELECT slot, languages FROM bookings')).toEqual([{ slot: other, languages: language }])

    // Someone else reads one less, and books it no longer.
    const late = await createReader(language)
    expect((await listedTo(late)).get(other)).toBe(6)
    for (const member of [last, reader]) if (member) await datesBy(member).cancelDate(other)
    await untilCounted(other, language, null)
    expect((await listedTo(late)).has(other)).toBe(false)
    expect((await postJson(late, book.path, { slot: toIso(other) })).status).toBe(409)
  })

  it('works without the counts, and sends no exact number below five', async () => {
    const [language, own] = [newLanguage(), slotIn(kyiv)]
    const reader = await createReader(language)
    await coming(own, language, 4)
    expect((await listedTo(reader)).get(own)).toBeNull()
  })
})

describe('a member who has booked', () => {
  it('is no longer counted after a cancellation, of this slot alone', async () => {
    const [slot, language] = [slotIn(), newLanguage()]
    const [one] = await coming(slot, language)
    if (!one) throw new Error('Five have booked')
    await datesBy(one).bookDate(slot + hour, choiceIn(language))
    await datesBy(one).cancelDate(slot)
    await untilCounted(slot, language, null)
    await coming(slot + hour, language, 4)
    await untilCounted(slot + hour, language, 5)
  })

  it('is not counted while their profile is paused, and again afterwards', async () => {
    const clock = stopClock()
    const [slot, language] = [slotIn(), newLanguage()]
    const [one] = await coming(slot, language)
    if (!one) throw new Error('Five have booked')
    expect((await postJson(one, profileActions.pause.path, { pause: '1' })).status).toBe(200)
    await clock.to(clock.now() + longestDelayMs, [one])
    await untilCounted(slot, language, null)
    const token = await issueAccessToken(env, { sub: one.id, sid: one.sid, kind: 'member' }, clock.now())
    expect((await postJson({ token }, profileActions.pause.path, { pause: '0' })).status).toBe(200)
    await clock.to(clock.now() + longestDelayMs, [one])
    await untilCounted(slot, language, 5)
  })

  const endings: [string, (member: TestMember) => Promise<unknown>][] = [
    [
      'reports have paused them',
      async ({ id }) => {
        await db.insert(encounterPauses).values({ memberId: id, pausedAt: 1 })
        await seatBy({ id }).stop()
      },
    ],
    [
      'they are restricted',
      async ({ id }) => {
        const reason = {
          id: newId(),
          memberId: id,
          rule: 'spam',
          facts: 'Seen',
          until: null,
          actorId: await operatorId(),
        } as const
        await restrictMember(env, db, reason, Date.now())
      },
    ],
  ]

  it.each(endings)('is no longer counted within half an hour after %s, at a moment that does not show why', async (_, end) => {
    const clock = stopClock()
    const [slot, language] = [slotIn(), newLanguage()]
    const [one] = await coming(slot, language)
    if (!one) throw new Error('Five have booked')
    await end(one)
    const [row] = await inHub(one.id, 'SELECT due_at FROM attendance')
    expect(Number(row?.['due_at'])).toBeGreaterThan(clock.now())
    expect(await countAt(slot, language)).toBe(5)
    await clock.to(clock.now() + longestDelayMs, [one])
    await untilCounted(slot, language, null)
  })

  it('is no longer counted once their account is deleted or purged', async () => {
    const [slot, language] = [slotIn(), newLanguage()]
    const [one, other] = await coming(slot, language, 6)
    if (!one || !other) throw new Error('Six have booked')
    expect(await cancelBookings(env, one.id)).toBeUndefined()
    await untilCounted(slot, language, 5)
    await env.MEMBER_HUB.getByName(other.id).purge()
    expect(await countAt(slot, language)).toBeNull()
  })

  it('who cancels right after a talk is counted for a while, so that its end and the count have nothing in common', async () => {
    const clock = stopClock()
    const [slot, language] = [slotIn(), newLanguage()]
    const [one, other] = await coming(slot, language)
    if (!one || !other) throw new Error('Five have booked')
    await pairUp('blind', [one.id, other.id])
    await untilPaired(one)
    await datesBy(one).cancelDate(slot)
    expect(await countAt(slot, language)).toBe(5)
    await clock.to(clock.now() + longestDelayMs, [one])
    await untilCounted(slot, language, null)
  })

  it('is counted by whom they look for now', async () => {
    const clock = stopClock()
    const [slot, language] = [slotIn(), newLanguage()]
    const [one] = await coming(slot, language)
    if (!one) throw new Error('Five have booked')
    const [{ revision = 0 } = {}] = await db
      .select({ revision: profiles.revision })
      .from(profiles)
      .where(eq(profiles.memberId, one.id))
    const seeking = { revision, intent: 'friendship', seeks: ['man'], seeksAgeMin: 18, seeksAgeMax: 20 }
    expect((await postJson(one, profileActions.seeking.path, seeking)).status).toBe(200)
    await clock.to(clock.now() + longestDelayMs, [one])
    await untilCounted(slot, language, null)
  })
})

describe('counts survive what goes wrong', () => {
  it('a booking whose report failed is reported by the alarm', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const clock = stopClock()
    const [slot, language] = [slotIn(), newLanguage()]
    await coming(slot, language, 4)
    const late = await createMember()
    await inPool('ALTER TABLE attendees RENAME TO away')
    expect(await datesBy(late).bookDate(slot, choiceIn(language))).toEqual({ ok: true })
    await eventually(async () => {
      const [row] = await inHub(late.id, 'SELECT due_at FROM attendance')
      return Number(row?.['due_at']) > clock.now()
    }, 'a report that failed')
    await inPool('ALTER TABLE away RENAME TO attendees')
    await crashHub(late.id)
    expect(await countAt(slot, language)).toBeNull()
    await clock.to(clock.now() + minuteMs, [late])
    await untilCounted(slot, language, 5)
  })

  it('what a matchmaker has lost comes back with the next report of the hubs, twice a day', async () => {
    const clock = stopClock()
    const [slot, language] = [slotIn(), newLanguage()]
    const people = await coming(slot, language)
    await abortObject(pool(), (sql) => sql.exec('DELETE FROM attendees'))
    expect(await countAt(slot, language)).toBeNull()
    await clock.to(clock.now() + 12 * hour, people)
    await untilCounted(slot, language, 5)
  })

  it('a matchmaker that starts again still counts, and forgets slots that have begun and hubs that are silent', async () => {
    const clock = stopClock()
    const [slot, language] = [slotIn(), newLanguage()]
    await coming(slot, language)
    await abortObject(pool())
    expect(await countAt(slot, language)).toBe(5)
    vi.setSystemTime(clock.now() + 26 * hour)
    await abortObject(pool(), (sql) => sql.exec("INSERT OR REPLACE INTO alarms (name, at, started) VALUES ('attendees', 1, 0)"))
    await runDurableObjectAlarm(pool())
    expect(await countAt(slot, language)).toBeNull()
    await coming(slot, language)
    expect(await countAt(slot, language)).toBe(5)
    vi.setSystemTime(slot)
    expect(await countAt(slot, language)).toBeNull()
  })

  it('another number of shards moves the booking with the next report', async () => {
    const [slot, language] = [slotIn(), newLanguage()]
    const [one] = await coming(slot, language)
    if (!one) throw new Error('Five have booked')
    const elsewhere = env.MATCHMAKER.getByName(matchmakerName('blind', 7))
    await elsewhere.attend({ member: one.id, criteria, slots: [{ slot, languages: [language] }] })
    await pool().attend({ member: one.id, criteria: null, slots: [] })
    await inHub(one.id, 'UPDATE attendance SET queue = ?, due_at = 1', matchmakerName('blind', 7))
    await datesBy(one).readDates()
    await untilCounted(slot, language, 5)
    const others = Array.from({ length: 4 }, () => newId())
    for (const member of others) await elsewhere.attend({ member, criteria, slots: [{ slot, languages: [language] }] })
    expect(await elsewhere.attendance({ member: newId(), languages: [language], criteria })).toEqual([])
    for (const member of others) await elsewhere.attend({ member, criteria: null, slots: [] })
  })

  it('what was booked in the version before, which reported nothing, is reported once the member comes', async () => {
    const [slot, language] = [slotIn(), newLanguage()]
    await coming(slot, language, 4)
    const early = await createMember()
    await datesBy(early).readDates()
    await inHub(early.id, "INSERT INTO bookings (slot, language, state) VALUES (?, ?, 'booked')", slot, language)
    await crashHub(early.id)
    await datesBy(early).readDates()
    await untilCounted(slot, language, 5)
  })
})
