import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { likes, profiles } from '#db/schema.ts'
import type { Relation } from '#features/profile/contract.ts'
import { loadThings } from '#features/profile/server/public.ts'
import type { EvidencePhoto, TieEvidence } from '../contract.ts'
import { withdrawnTieMs } from '#shared/text/tie.ts'

/** The like of the reported member, with what the reporter's profile has; no row if there was none. */
export function tieEvidenceStatement(db: Database, { giverId, receiverId }: { giverId: string; receiverId: string }) {
  return db
    .select({
      ownerId: likes.toId,
      kind: likes.tieKind,
      ref: likes.tieRef,
      line: likes.line,
      givenAt: likes.createdAt,
      withdrawnAt: likes.withdrawnAt,
      earlierTies: likes.earlierTies,
      tiedAbout: profiles.about,
      tiedAnswers: profiles.promptAnswers,
      tiedVisibility: profiles.visibility,
      tiedPhotos: sql<string>`(select json_group_object(id, json_object('key', key, 'width', width, 'height', height))
        from photos where member_id = ${receiverId} and state = 'approved')`.as('tied_photos'),
    })
    .from(likes)
    .innerJoin(profiles, eq(profiles.memberId, likes.toId))
    .where(and(eq(likes.fromId, giverId), eq(likes.toId, receiverId)))
}

/**
 * Returns the ties of the last 30 days and of a standing like. The things are the reporter's own; `relation` is the giver's to them, so
 * that moderators see none that its owner hides from the giver.
 */
export async function toTieEvidence(
  [row]: Awaited<ReturnType<typeof tieEvidenceStatement>>,
  { relation, now }: { relation: Relation; now: number },
): Promise<TieEvidence[]> {
  if (!row) return []
  const { ownerId, kind, ref, line, givenAt, withdrawnAt, earlierTies } = row
  const { thingsOf } = await loadThings()
  const things = thingsOf(
    { id: ownerId, about: row.tiedAbout, promptAnswers: row.tiedAnswers, visibility: row.tiedVisibility },
    relation,
  )
  const photos: Record<string, EvidencePhoto> = JSON.parse(row.tiedPhotos)
  const current = kind === null ? [] : [{ kind, ref: ref ?? '', line, givenAt, withdrawnAt }]
  return [...(earlierTies ?? []), ...current]
    .filter((tie) => tie.withdrawnAt === null || tie.withdrawnAt >= now - withdrawnTieMs)
    .map(({ ref: known, ...tie }) => ({
      ...tie,
      text: things.find((thing) => thing.kind === tie.kind && thing.ref === known)?.text ?? null,
      photo: tie.kind === 'photo' && Object.hasOwn(photos, known) ? (photos[known] ?? null) : null,
    }))
}

/** For a batch: a row if the receiver has got a line from the giver that can be reported, whatever became of the like. */
export function reportableTieStatement(
  db: Database,
  { giverId, receiverId }: { giverId: string; receiverId: string },
  now: number,
) {
  const due = now - withdrawnTieMs
  const isEarlier = sql`exists (select 1 from json_each(earlier_ties)
    where value ->> 'line' is not null and value ->> 'withdrawnAt' >= ${due})`
  return db
    .select({ givenAt: likes.createdAt })
    .from(likes)
    .where(
      and(
        eq(likes.fromId, giverId),
        eq(likes.toId, receiverId),
        sql`((line is not null and coalesce(withdrawn_at, ${now}) >= ${due}) or ${isEarlier})`,
      ),
    )
}
