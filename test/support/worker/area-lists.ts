import { env } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { openDatabase } from '#db/database.ts'
import { boosts, members, photos, profiles } from '#db/schema.ts'
import { cellColumnsOf } from '#features/location/rules.ts'
import type { NearbyView } from '#features/nearby/contract.ts'
import type { Cursor } from '#features/nearby/server/cursor.ts'
import { listStatements, planList, readList } from '#features/nearby/server/areas/list.ts'
import { listPeople } from '#features/nearby/server/people.ts'
import { candidatesStatement, type ActivityKey, type WindowRow } from '#features/nearby/server/queries.ts'
import { raisedStatement } from '#features/nearby/server/raised.ts'
import { choices, intents, interests, type Gender } from '#features/profile/contract.ts'
import { genderMask } from '#features/profile/rules.ts'
import type { Reader } from '#features/profile/server/public.ts'
import { pack } from '#features/quiz/rules.ts'
import { createRandom, type Random } from '#seed/demo/random.ts'
import { meteredDatabase, type Asked } from '../../../scripts/bench/d1/meter.ts'
import { db } from './members.ts'
import { cellAt, moved, type Position } from './places.ts'

type Page = ReturnType<typeof listPeople>
type AskedList = { viewerId: string; view: NearbyView; cursor: Cursor | null; now: number; areas?: Pick<typeof env, 'AREA'> }

const portraitOf = (avatar: string | null) => avatar

/** Reads English, and sees keys instead of questions. */
const reader: Reader = { page: 'en', speaks: new Set(['en']), questionOf: (prompt) => prompt }

/** A page of the list as the product makes it; `isByAreas`: no statement chose among all people. */
export async function readPage({ areas = env, ...asked }: AskedList): Promise<Page & { asked: Asked[]; isByAreas: boolean }> {
  const readings: Asked[] = []
  let walks = 0
  const metered = meteredDatabase(env.DB, (reading, queries) => {
    readings.push(reading)
    walks += queries.filter((query) => query.sql.includes('recursive')).length
  })
  const context = { ...asked, page: reader.page, env: areas, db: openDatabase(metered) }
  const plan = await planList(context)
  const { ground, ...list } = await readList(context, plan, await context.db.batch(listStatements(context, plan)))
  if (!ground) throw new Error('A viewer without a profile')
  const page = listPeople({ ...list, viewer: ground, view: asked.view, now: asked.now, portraitOf, reader })
  return { ...page, asked: readings, isByAreas: walks === 0 }
}

/** The same page by SQL alone, of a window that ends at `to`. */
export async function readOracle({ viewerId, view, cursor, now }: AskedList, to: ActivityKey | null): Promise<Page> {
  const at = cursor?.at ?? now
  const rows: WindowRow[] = []
  for (let from = cursor?.from ?? null, isMore = true; isMore;) {
    const steps = await candidatesStatement(db, { viewerId, view, window: { from, to }, now, at })
    rows.push(...steps)
    const last = steps.at(-1)
    isMore = steps.length === 200 && last !== undefined
    if (last) from = { activeAt: last.activeAt, id: last.id }
  }
  const raised = await raisedStatement(db, { viewerId, view, now, at })
  const { ground } = await readList(
    { env, db, page: reader.page, viewerId, view, cursor, now },
    null,
    await db.batch(listStatements({ env, db, page: reader.page, viewerId, view, cursor, now }, null)),
  )
  if (!ground) throw new Error('A viewer without a profile')
  return listPeople({ viewer: ground, rows, raised, view, end: to, cursor, now, portraitOf, reader })
}

/** Without the place in the order without boosts, which areas do not follow once no boosts are left. */
export function toCompare({ people, raisedBy, next }: Page) {
  return { people, raisedBy, next: next && { at: next.at, from: next.from, to: next.to, after: next.after } }
}

const minute = 60_000
const ages = ['1950', '1975', '1985', '1990', '1995', '1999', '2003', '2008']
const all: Gender[] = ['woman', 'man', 'nonbinary']

/** Adds so many random people around a position; answers their ids. Ties of activity, hidden answers, photos and boosts are among them. */
export async function createPopulation(home: Position, seed: string, size: number, now: number): Promise<string[]> {
  const random = createRandom(seed)
  const people = Array.from({ length: size }, (_, index) => randomPerson(random, home, `${seed}-${index}`, now))
  for (let start = 0; start < size; start += 100) {
    const some = people.slice(start, start + 100)
    await db.run(sql`insert into ${members} (id, email, password_hash, state, first_name, birth_date, gender, locale, time_zone, appearance, created_at, updated_at)
      select value ->> 'id', value ->> 'id' || '@example.test', '', 'complete', 'Robin', value ->> 'birthDate', value ->> 'gender', 'en', 'UTC', 1, ${now}, ${now}
      from json_each(${JSON.stringify(some)})`)
    await db.run(sql`insert into ${profiles} (member_id, first_name, discoverable, gender, birth_date, seeks_mask, gender_mask, seeks_age_min, seeks_age_max,
        cell_x, cell_y, parent_x, parent_y, intent, interests, languages, visibility, shows_online, verified, height_cm, drinking, smoking, education, kids, quiz, completeness, active_at, updated_at)
      select value ->> 'id', 'Robin', value ->> 'discoverable', value ->> 'gender', value ->> 'birthDate', value ->> 'seeksMask', value ->> 'genderMask', value ->> 'seeksAgeMin', value ->> 'seeksAgeMax',
        value ->> 'cellX', value ->> 'cellY', value ->> 'parentX', value ->> 'parentY', value ->> 'intent', value ->> 'interests', value ->> 'languages', value ->> 'visibility', value ->> 'showsOnline', value ->> 'verified',
        value ->> 'heightCm', value ->> 'drinking', value ->> 'smoking', value ->> 'education', value ->> 'kids', value ->> 'quiz', value ->> 'completeness', value ->> 'activeAt', ${now}
      from json_each(${JSON.stringify(some)})`)
  }
  const some = (share: number) => people.filter(() => random.chance(share)).map(({ id }) => id)
  await db.run(sql`insert into ${photos} (id, member_id, position, key, state, width, height, created_at)
    select value, value, 0, value, 'approved', 1, 1, 1 from json_each(${JSON.stringify(some(0.4))})`)
  // Among more than 60, the SQL gives a turn to boosts of hidden members and beyond the distance, which areas do not.
  await db.run(sql`insert into ${boosts} (id, member_id, starts_at, ends_at, parent_x, parent_y)
    select 'boost-' || member_id, member_id, ${now - 10 * minute}, ${now} + 60000 * (1 + abs(random()) % 900), parent_x, parent_y
    from ${profiles} where discoverable = 1 and member_id in (select value from json_each(${JSON.stringify(some(Math.min(0.03, 50 / size)))}))`)
  return people.map(({ id }) => id)
}

export function randomPerson(random: Random, home: Position, id: string, now: number) {
  const maybe = <Value>(list: readonly Value[]) => (random.chance(0.3) ? null : random.pick(list))
  const gender = random.pick(all)
  const year = random.pick(ages)
  const questions = random.chance(0.5)
    ? random.sample(
        Array.from({ length: 40 }, (_, index) => index + 1),
        12,
      )
    : []
  const hidden = random.sample(
    ['intent', 'interests', 'languages', 'heightCm', 'drinking', 'smoking', 'kids'] as const,
    random.int(0, 3),
  )
  return {
    id,
    discoverable: random.chance(0.92) ? 1 : 0,
    gender,
    genderMask: genderMask([gender]),
    seeksMask: genderMask(random.chance(0.7) ? all : random.sample(all, random.int(1, 2))),
    // Today is a birthday of some.
    birthDate: `${year}-${random.chance(0.3) ? new Date(now).toISOString().slice(5, 10) : '06-15'}`,
    seeksAgeMin: random.pick([18, 18, 18, 18, 20, 30]),
    seeksAgeMax: random.pick([99, 99, 99, 99, 60, 40]),
    ...cellColumnsOf(cellAt(moved(home, random.int(-45, 45), random.int(-45, 45)))),
    intent: maybe(intents),
    interests: JSON.stringify(random.sample(interests, random.int(0, 5))),
    visibility: JSON.stringify(Object.fromEntries(hidden.map((field) => [field, random.pick(['everyone', 'matches', 'me'])]))),
    showsOnline: random.chance(0.8) ? 1 : 0,
    verified: random.chance(0.3) ? 1 : 0,
    heightCm: maybe([150, 165, 180, 195]),
    drinking: maybe(choices.drinking),
    smoking: maybe(choices.smoking),
    education: maybe(choices.education),
    kids: maybe(choices.kids),
    quiz: pack(
      questions.map((question) => ({
        question,
        answer: random.int(0, 1),
        acceptableMask: random.int(1, 3),
        importance: random.pick([0, 1, 10, 250] as const),
        isPublic: false,
      })),
    ),
    completeness: random.int(0, 100),
    // Several share each time.
    activeAt: now - minute * random.int(0, random.chance(0.3) ? 8 : 3000),
    // Some speak what is no choice any more.
    languages: JSON.stringify(random.sample(['en', 'uk', 'de', 'ja', 'xx'], random.int(0, 3))),
  }
}
