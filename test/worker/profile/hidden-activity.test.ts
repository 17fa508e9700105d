import { settingsActions } from '#features/settings/contract.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { profiles } from '#db/schema.ts'
import type { PeopleNearbyProps } from '#features/nearby/contract.ts'
import { noteActivity } from '#features/profile/server/public.ts'
import { db, postJson, type TestMember } from '#test/support/worker/members.ts'
import { openPage, readPayload } from '#test/support/worker/pages.ts'
import { createCrowd, createPerson, newArea } from '#test/support/worker/places.ts'
import { eventually } from '#test/support/worker/realtime-client.ts'

const minute = 60_000
const day = 24 * 60 * minute
const startOfDay = (at: number) => at - (at % day)

async function activeAtOf({ id }: TestMember): Promise<number> {
  const [row] = await db.select({ at: profiles.activeAt }).from(profiles).where(eq(profiles.memberId, id))
  if (!row) throw new Error('A member without a profile')
  return row.at
}

/** Returns everyone on all pages, in their order. */
async function walk(viewer: TestMember, order: string): Promise<string[]> {
  const ids: string[] = []
  for (let query: string | null = `?order=${order}`; query !== null;) {
    const { nearby }: PeopleNearbyProps = (await readPayload<PeopleNearbyProps>(viewer, `/people-nearby${query}`)).props
    ids.push(...nearby.people.map((person) => person.id))
    query = nearby.next ? `?order=${order}&cursor=${nearby.next}` : null
  }
  return ids
}

describe('a hidden last activity', () => {
  it('is at the same position in every order, and behind the same window, whenever in a day it was', async () => {
    const home = newArea()
    const yesterday = startOfDay(Date.now()) - day
    const viewer = await createPerson(home)
    await createCrowd(home, 210, yesterday + day / 2)
    const shy = await createPerson(home, { showsOnline: false, activeAt: 0 })
    const walkBoth = async () => [await walk(viewer, 'best'), await walk(viewer, 'neutral')]
    await noteActivity(db, shy.id, yesterday + minute)
    const early = await walkBoth()
    await noteActivity(db, shy.id, yesterday + day - minute)
    expect(await walkBoth()).toEqual(early)
    for (const ids of early) expect(ids).toContain(shy.id)
  })

  it('is coarse from the moment when it is hidden, and exact again with the next activity that is shown', async () => {
    const now = Date.now()
    const before = now - 3 * day
    const anna = await createPerson(newArea(), { activeAt: before })
    await postJson(anna, settingsActions.privacy.path, {})
    expect(await activeAtOf(anna)).toBe(startOfDay(before))
    await noteActivity(db, anna.id, now - day)
    expect(await activeAtOf(anna)).toBe(startOfDay(now - day))
    await postJson(anna, settingsActions.privacy.path, { showsOnline: '1' })
    await openPage(anna, '/people-nearby')
    await eventually(async () => (await activeAtOf(anna)) >= now, 'the activity')
  })
})
