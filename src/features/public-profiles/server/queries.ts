import { and, desc, eq, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { isPublicSql } from '#db/predicates/public-profile.ts'
import { members, profiles, publicProfiles } from '#db/schema.ts'
import { isBehindSql, type TimeCursor } from '#db/time-cursor.ts'
import { pageSize } from '../contract.ts'
import { portraitSql } from '#db/predicates/photos.ts'

/** The only columns ever read for guests: gender, place, activity and sensitive answers stay in the database. */
const shownColumns = {
  firstName: members.firstName,
  birthDate: profiles.birthDate,
  portrait: portraitSql().as('portrait'),
  about: profiles.about,
  aboutLanguage: profiles.aboutLanguage,
  promptAnswers: profiles.promptAnswers,
  intent: profiles.intent,
  interests: profiles.interests,
  languages: profiles.languages,
  visibility: profiles.visibility,
}

function cards(db: Database) {
  return db
    .select({ ...shownColumns, prompts: publicProfiles.prompts, publicId: publicProfiles.publicId, since: publicProfiles.since })
    .from(publicProfiles)
    .innerJoin(profiles, eq(profiles.memberId, publicProfiles.memberId))
    .innerJoin(members, eq(members.id, publicProfiles.memberId))
    .$dynamic()
}

const isPublic = isPublicSql(sql`${publicProfiles.memberId}`)

/** Selects a page of the list, the newest consent first, with one extra row if there is a next page. */
export function listPublicStatement(db: Database, cursor: TimeCursor | null) {
  return cards(db)
    .where(and(isPublic, isBehindSql(publicProfiles.since, publicProfiles.publicId, cursor)))
    .orderBy(desc(publicProfiles.since), desc(publicProfiles.publicId))
    .limit(pageSize + 1)
}

/** Selects the member with this public id: one row or none. */
export function findPublicStatement(db: Database, publicId: string) {
  return cards(db)
    .where(and(isPublic, eq(publicProfiles.publicId, publicId)))
    .limit(1)
}

/** Selects what a member would show, and their consent, if any. */
export function ownPublicStatement(db: Database, memberId: string) {
  return db
    .select({
      ...shownColumns,
      prompts: publicProfiles.prompts,
      publicId: publicProfiles.publicId,
      since: publicProfiles.since,
      discoverable: profiles.discoverable,
    })
    .from(profiles)
    .innerJoin(members, eq(members.id, profiles.memberId))
    .leftJoin(publicProfiles, eq(publicProfiles.memberId, profiles.memberId))
    .where(eq(profiles.memberId, memberId))
}

type Consent = { memberId: string; publicId: string; prompts: string[]; now: number }

/**
 * Stores a consent: the row is its record. An existing one keeps its day and its URL, and gets the ticked answers. A tick for an answer
 * that not every member sees now is left out: the page may be older than that, and stored it would show the answer later by itself.
 */
export async function storeConsent(db: Database, { memberId, publicId, prompts, now }: Consent): Promise<void> {
  const shown = sql<string[]>`(select json_group_array(ticked.value) from json_each(${JSON.stringify(prompts)}) ticked
    where exists (select 1 from profiles, json_each(profiles.prompt_answers) answer where profiles.member_id = ${memberId}
      and answer.value ->> 'prompt' = ticked.value and answer.value ->> 'see' = 'everyone'))`
  await db
    .insert(publicProfiles)
    .values({ memberId, publicId, prompts: shown, since: now })
    .onConflictDoUpdate({ target: publicProfiles.memberId, set: { prompts: sql`excluded.prompts` } })
}

export async function endConsent(db: Database, memberId: string): Promise<void> {
  await db.delete(publicProfiles).where(eq(publicProfiles.memberId, memberId))
}
