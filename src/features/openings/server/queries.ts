import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { pairs, profiles } from '#db/schema.ts'
import { notBlockedSql } from '#db/predicates/not-blocked.ts'

/** Identifies a match by its conversation, or by the other member; '' identifies none. */
export type MatchName = { conversation: string } | { other: string }

/**
 * Selects what both members of a current match have answered, one row each; no rows for any other viewer. `toOpenings` decides
 * what each may learn about the other.
 */
export function materialStatement(db: Database, viewerId: string, match: MatchName) {
  const [low, high] = 'other' in match ? [viewerId, match.other].toSorted() : []
  const isTheMatch =
    'conversation' in match
      ? and(eq(pairs.conversationId, match.conversation), or(eq(pairs.lowId, viewerId), eq(pairs.highId, viewerId)))
      : and(eq(pairs.lowId, low ?? ''), eq(pairs.highId, high ?? ''))
  return db
    .select({
      memberId: profiles.memberId,
      about: profiles.about,
      aboutLanguage: profiles.aboutLanguage,
      languages: profiles.languages,
      interests: profiles.interests,
      visibility: profiles.visibility,
      quiz: profiles.quiz,
      discoverable: profiles.discoverable,
    })
    .from(pairs)
    .innerJoin(profiles, or(eq(profiles.memberId, pairs.lowId), eq(profiles.memberId, pairs.highId)))
    .where(and(isTheMatch, isNull(pairs.unmatchedAt), notBlockedSql(sql`${pairs.lowId}`, sql`${pairs.highId}`)))
}

export type MaterialRow = Awaited<ReturnType<typeof materialStatement>>[number]
