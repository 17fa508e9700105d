import { env, runDurableObjectAlarm } from 'cloudflare:test'
import { vi } from 'vitest'
import type { DatesRecord } from '#features/encounters/dates/contract.ts'
import { datesOf } from '#features/encounters/dates/server/public.ts'
import type { EncounterView, PairingProfile } from '#features/encounters/contract.ts'
import { channelName } from '#shared/realtime/wire.ts'
import { encounterOf, viewBy } from './encounter.ts'
import { createMember, type TestMember } from './members.ts'
import { connect, eventually, type RealtimeClient } from './realtime-client.ts'
import { aRound, seatBy } from './waiting.ts'

export const minuteMs = 60_000

/** A profile that looks for everyone, and whom everyone looks for: as `createMember` creates it. */
export const anyProfile: PairingProfile = {
  genderMask: 4,
  seeksMask: 7,
  birthDate: '1990-05-04',
  seeksAgeMin: 18,
  seeksAgeMax: 99,
  interests: [],
  intent: null,
  quiz: '',
  cellX: null,
  cellY: null,
  completeness: 0,
}

/** The hub's calls for a member's blind dates. */
export const datesBy = ({ id }: { id: string }) => datesOf(env, id)

export const wakeHub = ({ id }: { id: string }) => runDurableObjectAlarm(env.MEMBER_HUB.getByName(id))

/** A member with a device that has joined their channel. */
export type Dater = TestMember & { phone: RealtimeClient }

/** Each has a gender and an age that everyone looks for. */
export async function createDater(options: Parameters<typeof createMember>[0] = {}): Promise<Dater> {
  const member = await createMember(options)
  return { ...member, phone: await openPhone(member) }
}

export async function openPhone({ id, sid }: TestMember): Promise<RealtimeClient> {
  const phone = await connect(id, sid)
  await phone.join(channelName.member(id))
  return phone
}

/** The states that the member's devices received, in order. */
export const statesOf = ({ phone }: Pick<Dater, 'phone'>) => phone.events('blind-date').map(({ data }) => data.state)

/** Reads booked and past dates without counting as present. */
export async function lookAt(member: { id: string }): Promise<Pick<DatesRecord, 'booked' | 'past'>> {
  const { booked, past } = await datesBy(member).readDates()
  return { booked, past }
}

/** A clock that stands still until it is put forward. */
export function stopClock(now = Date.now()) {
  const start = Math.floor(now / 1000) * 1000
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  return {
    now: () => Date.now(),
    /** Puts it forward. The devices of `people` report that they are still present, and their hubs do what is due. */
    async to(at: number, people: readonly (TestMember & { phone?: RealtimeClient | undefined })[] = []): Promise<void> {
      vi.setSystemTime(at)
      for (const member of people) {
        await member.phone?.join(channelName.member(member.id))
        await wakeHub(member)
      }
    },
  }
}

/**
 * The slot has come: the queue pairs the people waiting for it, and repeats what a crash interrupted. Returns the date of these
 * two.
 */
export async function meet([one, other]: readonly [TestMember, TestMember]): Promise<EncounterView> {
  let looks = 0
  const id = await eventually(async () => {
    looks += 1
    await aRound('blind')
    const seats = await Promise.all([one, other].map((member) => seatBy(member).read()))
    const ids = [...new Set(seats.map((seat) => (seat.state === 'paired' ? seat.id : null)))]
    // What a crash interrupted is repeated after two seconds by any of the objects, so a stopped clock has to advance.
    if (looks % 50 === 0 && vi.isFakeTimers()) {
      vi.setSystemTime(Date.now() + 2_000)
      for (const id of ids) if (id !== null) await runDurableObjectAlarm(encounterOf(id))
      await Promise.all([one, other].map(wakeHub))
    }
    return ids.length === 1 && ids[0]
  }, 'a date of the two')
  return viewBy(id, one.id)
}

/** Puts the clock of a date forward. */
export async function forwardDate(id: string, at: number): Promise<void> {
  vi.setSystemTime(at)
  await runDurableObjectAlarm(encounterOf(id))
}

export const untilFree = (member: { id: string }) =>
  eventually(async () => (await seatBy(member).read()).state === 'free', `a free seat for ${member.id}`)
