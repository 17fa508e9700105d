import { eq } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { profiles } from '#db/schema.ts'
import { readRequestText } from '#features/chat/server/public.ts'
import { tieLineLength } from '#features/likes/contract.ts'
import type { AppContext } from '#server/context.ts'
import { invalidFields } from '#shared/errors.ts'
import { loadThings } from '#features/profile/server/public.ts'
import type { LikeInput } from '../schemas.ts'

/**
 * The tie that a like shall have. `revision`: of the profile on which the text stands; null for a photo, -1 for a text that a member
 * cannot see there. `isSealed`: a page has said so, and the profile may have changed since.
 */
export type RequestedTie = {
  kind: NonNullable<LikeInput['tieKind']>
  ref: string
  line: string | null
  revision: number | null
  isSealed: boolean
}

/** Returns the tie that a form asks for; null for a plain like. Throws for a line that may not be sent. */
export async function requestedTie(c: AppContext, input: LikeInput): Promise<RequestedTie | null> {
  const { id: toId, tieKind: kind, tieRef, line: typed } = input
  if (kind === undefined) return null
  const clean = typed.trim() === '' ? null : await readRequestText(typed, tieLineLength)
  if (clean && !clean.ok && clean.code !== 'required') throw invalidFields({ line: clean.code })
  const line = clean?.ok ? clean.text : null
  if (kind === 'photo') return { kind, ref: tieRef, line, revision: null, isSealed: false }
  const { openRef } = await loadThings()
  const { ref, revision } = await openRef(c.env, { toId, kind, typed: tieRef })
  const tie = { kind, ref, line, revision: -1, isSealed: false }
  return revision === null ? lookUp(c.get('db'), toId, tie) : { ...tie, revision, isSealed: true }
}

/** Returns the tie at the profile's present revision. */
export async function lookUp<Tie extends RequestedTie>(db: Database, toId: string, tie: Tie): Promise<Tie> {
  return { ...tie, revision: await findRevision(db, toId, tie), isSealed: false }
}

/** Returns the revision of the profile if every member sees the text on it, else -1, whether it is hidden or not there at all. */
async function findRevision(db: Database, toId: string, { kind, ref }: Pick<RequestedTie, 'kind' | 'ref'>) {
  const [profile] = await db
    .select({
      id: profiles.memberId,
      about: profiles.about,
      promptAnswers: profiles.promptAnswers,
      visibility: profiles.visibility,
      revision: profiles.revision,
    })
    .from(profiles)
    .where(eq(profiles.memberId, toId))
  if (!profile) return -1
  const { thingsOf } = await loadThings()
  return thingsOf(profile, 'stranger').some((thing) => thing.kind === kind && thing.ref === ref) ? profile.revision : -1
}
