import { and, desc, eq, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { activeStates, isInOwnStateSql } from '#db/predicates/own-state.ts'
import { portraitSql } from '#db/predicates/photos.ts'
import { consents, members, profiles, verifications } from '#db/schema.ts'
import type { Pose } from '#features/photos/contract.ts'
import { verificationConsentVersion, verificationLimits } from '#features/photos/verification.ts'
import { uncountedStates } from '#features/photos/verification-rules.ts'
import { mainPhotoSql } from '../stale-verification.ts'

const kind = 'verification'

/** SQL: the member has given the consent in its current version, and has not withdrawn it. */
const hasConsentSql = (memberId: string) => sql`exists (select 1 from ${consents} where subject_kind = 'member'
  and subject_id = ${memberId} and kind = ${kind} and version = ${verificationConsentVersion} and withdrawn_at = 0)`

/** A member's newest challenges; more than they can have in a day. For a page's batch. */
export function attemptsStatement(db: Database, memberId: string) {
  return db
    .select({
      attemptId: sql<string>`${verifications.id}`.as('attempt_id'),
      pose: verifications.pose,
      attemptState: sql<(typeof verifications.$inferSelect)['state']>`${verifications.state}`.as('attempt_state'),
      drawnAt: verifications.drawnAt,
      expiresAt: verifications.expiresAt,
      uploadedAt: verifications.uploadedAt,
      decidedAt: verifications.decidedAt,
      reason: verifications.reason,
    })
    .from(verifications)
    .where(eq(verifications.memberId, memberId))
    .orderBy(desc(verifications.drawnAt), desc(verifications.id))
    .limit(20)
}
export type AttemptRow = Awaited<ReturnType<typeof attemptsStatement>>[number]

/** The member's own portrait, and when they gave the consent. For a page's batch. */
export function verificationFactsStatement(db: Database, memberId: string) {
  return db
    .select({
      ownPortrait: portraitSql().as('own_portrait'),
      consentedAt: sql<number | null>`(select max(given_at) from ${consents} where subject_kind = 'member'
        and subject_id = ${profiles.memberId} and kind = ${kind} and version = ${verificationConsentVersion}
        and withdrawn_at = 0)`.as('consented_at'),
    })
    .from(profiles)
    .where(eq(profiles.memberId, memberId))
}

/** Whether a consent of the member stands, in any version, and whether a badge would end with it. For a page's batch. */
export function currentConsentStatement(db: Database, memberId: string) {
  return db
    .select({
      hasBadge: profiles.verified,
      isGiven: sql<0 | 1>`exists (select 1 from ${consents} where subject_kind = 'member'
        and subject_id = ${profiles.memberId} and kind = ${kind} and withdrawn_at = 0)`.as('is_given'),
    })
    .from(profiles)
    .where(eq(profiles.memberId, memberId))
}

export type NewChallenge = { id: string; memberId: string; pose: Pose }

/** The challenge that is drawn and still valid, or null. */
export async function findDrawn(db: Database, memberId: string, now: number) {
  const [row] = await db
    .select({ id: verifications.id, pose: verifications.pose, expiresAt: verifications.expiresAt })
    .from(verifications)
    .where(and(eq(verifications.memberId, memberId), eq(verifications.state, 'drawn'), sql`${verifications.expiresAt} > ${now}`))
  return row ?? null
}

/**
 * Stores a drawn pose for the main photo as it is now, in place of one that has expired. One statement decides, so that parallel
 * calls draw one pose: it needs the consent and an approved photo, and tries that are left. False, with nothing written, without.
 */
export async function insertChallenge(db: Database, { id, memberId, pose }: NewChallenge, now: number): Promise<boolean> {
  const owner = sql`${memberId}`
  const [, inserted] = await db.batch([
    db
      .delete(verifications)
      .where(
        and(eq(verifications.memberId, memberId), eq(verifications.state, 'drawn'), sql`${verifications.expiresAt} <= ${now}`),
      ),
    db.all<{ id: string }>(sql`
      insert into ${verifications} (id, member_id, pose, photo_id, state, drawn_at, expires_at)
      select ${id}, m.id, ${pose}, ${mainPhotoSql(owner)}, 'drawn', ${now}, ${now + verificationLimits.poseMs}
      from ${members} m
      where m.id = ${memberId} and ${isInOwnStateSql(activeStates, 'm')} and ${mainPhotoSql(owner)} is not null
        and ${hasConsentSql(memberId)}
        and (select count(*) from ${verifications} v where v.member_id = ${memberId}
          and v.uploaded_at > ${now - verificationLimits.triesMs}
          and v.state not in (select value from json_each(${JSON.stringify(uncountedStates)}))) < ${verificationLimits.tries}
      on conflict do nothing returning id`),
  ])
  return inserted.length > 0
}

/** SQL: a row of the member's that takes a picture now. */
const isOpenSql = (id: string, memberId: string, now: number) => sql`id = ${id} and member_id = ${memberId} and state = 'drawn'
  and expires_at > ${now} and photo_id = ${mainPhotoSql(sql`${memberId}`)} and ${hasConsentSql(memberId)}
  and exists (select 1 from ${members} m where m.id = ${memberId} and ${isInOwnStateSql(activeStates, 'm')})`

/** Whether a challenge takes a picture now: asked before the picture is decoded. */
export async function isOpenChallenge(db: Database, id: string, memberId: string, now: number): Promise<boolean> {
  const rows = await db.all(sql`select 1 from ${verifications} where ${isOpenSql(id, memberId, now)}`)
  return rows.length > 0
}

/** Whether these bytes came before, from anyone. */
export async function isKnownPicture(db: Database, pictureHash: string): Promise<boolean> {
  return (await db.$count(verifications, eq(verifications.pictureHash, pictureHash))) > 0
}

export type SentPicture = { id: string; memberId: string; key: string; pictureHash: string }

/**
 * The commit point of a picture: the challenge waits from now on, once. False, with nothing written, if it takes none any more or
 * if the same bytes came before.
 */
export async function writeSent(db: Database, { id, memberId, key, pictureHash }: SentPicture, now: number): Promise<boolean> {
  const rows = await db.all(sql`
    update or ignore ${verifications} set state = 'waiting', uploaded_at = ${now}, key = ${key}, picture_hash = ${pictureHash}
    where ${isOpenSql(id, memberId, now)} returning id`)
  return rows.length > 0
}

export type GivenConsent = { id: string; memberId: string; locale: string; textHash: string }

/** If two tabs send it at once, the first counts. */
export async function insertConsent(db: Database, { id, memberId, locale, textHash }: GivenConsent, now: number): Promise<void> {
  await db
    .insert(consents)
    .values({
      id,
      subjectKind: 'member',
      subjectId: memberId,
      kind,
      version: verificationConsentVersion,
      locale,
      textHash,
      givenAt: now,
    })
    .onConflictDoNothing()
}

/** Withdraws the consent in every version, and with it a badge and whatever is drawn or waits. Returns the pictures to remove. */
export async function withdrawConsent(db: Database, memberId: string, now: number): Promise<string[]> {
  const [, , rows] = await db.batch([
    db
      .update(consents)
      .set({ withdrawnAt: now })
      .where(
        and(
          eq(consents.subjectKind, 'member'),
          eq(consents.subjectId, memberId),
          eq(consents.kind, kind),
          eq(consents.withdrawnAt, 0),
        ),
      ),
    db
      .update(profiles)
      .set({ verified: false, updatedAt: now })
      .where(and(eq(profiles.memberId, memberId), eq(profiles.verified, true))),
    db.all<{ key: string | null }>(sql`
      update ${verifications} set state = 'withdrawn', ended_at = ${now}
      where member_id = ${memberId} and state in ('drawn', 'waiting', 'approved') returning key`),
  ])
  return rows.flatMap(({ key }) => key ?? [])
}
