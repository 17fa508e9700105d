import { profileActions } from '#features/profile/contract.ts'
import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { afterEach, expect, it, vi } from 'vitest'
import { profiles, sessions } from '#db/schema.ts'
import { bandLimitsKm } from '#features/location/contract.ts'
import type { PeopleNearbyProps } from '#features/nearby/contract.ts'
import { issueAccessToken } from '#features/auth/session/server/tokens/access-token.ts'
import { advance, browserOf } from '#test/support/worker/account.ts'
import { db, type TestMember } from '#test/support/worker/members.ts'
import { cellAt, createPerson, fixedArea, moved, type Position } from '#test/support/worker/places.ts'
import { payloadPath } from '#test/support/worker/pages.ts'

const minute = 60_000

afterEach(() => vi.useRealTimers())

/** Somebody who says that they are wherever they like, through the app's own addresses. */
async function createAttacker(at: Position) {
  const member = await createPerson(at)
  await db
    .update(sessions)
    .set({ expiresAt: Date.now() + 48 * 60 * minute })
    .where(eq(sessions.id, member.sid))
  const browser = async () =>
    browserOf({ token: await issueAccessToken(env, { sub: member.id, sid: member.sid, kind: 'member' }, Date.now()) })
  return {
    member,
    async moveTo(position: Position): Promise<number> {
      const [row] = await db.select({ revision: profiles.revision }).from(profiles).where(eq(profiles.memberId, member.id))
      const { x, y } = cellAt(position)
      return (await (await browser()).post(profileActions.place.path, { revision: row?.revision, cellX: x, cellY: y })).status
    },
    /** What the list says, without the moments that it names: the day of the quota may end meanwhile. */
    async look(query = ''): Promise<{ text: string; people: PeopleNearbyProps['nearby']['people'] }> {
      const answer = await (await browser()).get(payloadPath(`/people-nearby${query}`))
      const text = (await answer.text()).replace(/"(now|resetsAt)":\d+/g, '"$1":0')
      return { text, people: (JSON.parse(text) as { data: { props: PeopleNearbyProps } }).data.props.nearby.people }
    },
  }
}

const createTarget = (at: Position): Promise<TestMember> =>
  createPerson(at, { showsOnline: false, activeAt: Date.now() - 3 * 24 * 60 * minute })

it('an attacker who moves about sees a band, and nothing else that depends on the place', async () => {
  const home = fixedArea(0)
  await createTarget(home)
  const attacker = await createAttacker(moved(home, 150))
  const seen: string[] = []
  for (const km of [12, 16, 20]) {
    expect(await attacker.moveTo(moved(home, km))).toBe(200)
    const { text, people } = await attacker.look()
    expect(people.map(({ band }) => band)).toEqual([25])
    seen.push(text)
    advance(16 * minute)
  }
  expect(new Set(seen).size).toBe(1)
  expect(await attacker.moveTo(moved(home, 33))).toBe(200)
  const { people } = await attacker.look()
  expect([...bandLimitsKm, 'over']).toContain(people[0]?.band)
  expect(people[0]?.band).toBe(50)
  expect((await attacker.look('?within=25')).people).toEqual([])
})

it('an attacker moves once in 15 minutes and ten times a day, however they ask', async () => {
  const home = fixedArea(1)
  const attacker = await createAttacker(home)
  const answers: number[] = []
  for (let move = 1; move <= 11; move++) {
    answers.push(await attacker.moveTo(moved(home, move * 10)))
    if (move === 1) {
      const again = await Promise.all([20, 30, 40].map((km) => attacker.moveTo(moved(home, 0, km))))
      expect(again).toEqual([429, 429, 429])
    }
    advance(16 * minute)
  }
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429])
})
