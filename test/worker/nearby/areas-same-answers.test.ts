import { env } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { blocks, likes, pairs, passes, profiles } from '#db/schema.ts'
import { defaultView, type NearbyView } from '#features/nearby/contract.ts'
import type { Cursor } from '#features/nearby/server/cursor.ts'
import { bandLimitsKm } from '#features/location/contract.ts'
import { choices, genders, intents, interests } from '#features/profile/contract.ts'
import { createRandom, type Random } from '#seed/demo/random.ts'
import { createPopulation, readOracle, readPage, toCompare } from '#test/support/worker/area-lists.ts'
import { settleAreas } from '#test/support/worker/areas.ts'
import { grant } from '#test/support/worker/entitlements.ts'
import { db } from '#test/support/worker/members.ts'
import { newArea } from '#test/support/worker/places.ts'

const isFullLength = env.FULL_LENGTH === '1'
const [worlds, viewersEach, size] = isFullLength ? [10, 100, 2500] : [2, 12, 1500]
const pagesAtMost = 12
const day = 24 * 60 * 60_000

describe('the list from areas', () => {
  it.each(Array.from({ length: worlds }, (_, world) => `world-${world}`))(
    'is the list by SQL, card by card and page by page: %s',
    async (seed) => {
      const random = createRandom(seed)
      const now = Date.now()
      const people = await createPopulation(newArea(), seed, size, now)
      const viewers = random.sample(people, viewersEach)
      for (const [index, viewer] of viewers.entries()) {
        await addActs(random, viewer, people, index % 4, now)
        if (random.chance(0.5)) await grant({ id: viewer }, 'premium', 1)
      }
      await settleAreas()
      const figures = { pages: 0, byAreas: 0, people: 0, windows: 0, raised: 0, most: 0 }
      for (const viewerId of viewers) {
        const view = randomView(random)
        let cursor: Cursor | null = null
        for (let pages = 0; pages < pagesAtMost; pages++) {
          const asked = { viewerId, view, cursor, now }
          const { asked: readings, isByAreas, ...page } = await readPage(asked)
          const to = page.next ? (page.next.after ? page.next.to : page.next.from) : null
          // A window in which no one is left was passed over: the SQL goes through both in one.
          expect({ viewerId, view, ...toCompare(page) }).toEqual({ viewerId, view, ...toCompare(await readOracle(asked, to)) })
          figures.pages++
          figures.byAreas += Number(isByAreas)
          figures.people += page.people.length
          figures.raised += page.raisedBy.length
          figures.most = Math.max(
            figures.most,
            readings.reduce((sum, { rowsRead }) => sum + rowsRead, 0),
          )
          if (!page.next) break
          if (page.next.after === null) figures.windows++
          cursor = { sub: viewerId, view: '', ...page.next }
        }
      }
      console.info(seed, figures)
      expect(figures.byAreas).toBe(figures.pages)
      expect(figures.people).toBeGreaterThan(300)
      expect(figures.windows).toBeGreaterThan(2)
      expect(figures.raised).toBeGreaterThan(0)
    },
    isFullLength ? 600_000 : 120_000,
  )
})

/** What a viewer and others have done: likes both ways, passes, blocks both ways, matches; of `most` 3 so many that windows are full of them. */
async function addActs(random: Random, viewer: string, people: readonly string[], most: number, now: number): Promise<void> {
  const others = people.filter((id) => id !== viewer)
  const some = (share: number) => JSON.stringify(random.sample(others, Math.floor(others.length * share * (most + 1))))
  const isKnown = sql`exists (select 1 from ${profiles} where member_id = value)`
  await db.batch([
    db.all(sql`insert or ignore into ${likes} (from_id, to_id, created_at, withdrawn_at)
      select value, ${viewer}, ${now - day} + (abs(random()) % 1000), iif(random() % 5 = 0, ${now}, null) from json_each(${some(0.03)}) where ${isKnown}`),
    db.all(sql`insert or ignore into ${likes} (from_id, to_id, created_at, withdrawn_at)
      select ${viewer}, value, ${now - day}, iif(random() % 4 = 0, ${now}, null) from json_each(${some(0.03)}) where ${isKnown}`),
    db.all(sql`insert or ignore into ${passes} (from_id, to_id, created_at, expires_at)
      select ${viewer}, value, ${now - day}, iif(random() % 4 = 0, ${now - 1}, ${now + day}) from json_each(${some(0.15)}) where ${isKnown}`),
    db.all(
      sql`insert or ignore into ${blocks} (blocker_id, blocked_id, created_at) select ${viewer}, value, ${now} from json_each(${some(0.02)}) where ${isKnown}`,
    ),
    db.all(
      sql`insert or ignore into ${blocks} (blocker_id, blocked_id, created_at) select value, ${viewer}, ${now} from json_each(${some(0.02)}) where ${isKnown}`,
    ),
    db.all(sql`insert or ignore into ${pairs} (low_id, high_id, conversation_id, matched_at)
      select min(value, ${viewer}), max(value, ${viewer}), value || ${viewer}, ${now} from json_each(${some(0.01)}) where ${isKnown}`),
  ])
}

function randomView(random: Random): NearbyView {
  const often = (share: number) => random.chance(share)
  const [low, high] = [random.int(18, 40), random.int(41, 99)]
  if (often(0.25)) return { ...defaultView, within: often(0.3) ? 100 : null }
  const view: NearbyView = {
    ...defaultView,
    ageMin: often(0.3) ? low : null,
    ageMax: often(0.3) ? high : null,
    within: often(0.5) ? random.pick(bandLimitsKm) : null,
    genders: often(0.3) ? random.sample(genders, random.int(1, 2)) : [],
    intents: often(0.2) ? random.sample(intents, random.int(1, 3)) : [],
    online: often(0.15),
    verified: often(0.15),
    photo: often(0.2),
    speaks: often(0.3) ? 'en' : null,
    order: often(0.3) ? 'neutral' : 'best',
  }
  if (often(0.3)) {
    view.premium = {
      ...(often(0.5) ? { heightMin: '165' } : {}),
      ...(often(0.3) ? { heightMax: '180' } : {}),
      ...(often(0.3) ? { smoking: random.sample(choices.smoking, 3).join(',') } : {}),
      ...(often(0.2) ? { kids: random.sample(choices.kids, 3).join(',') } : {}),
      ...(often(0.3) ? { interest: random.sample(interests, 12).join(',') } : {}),
    }
  }
  return view
}
