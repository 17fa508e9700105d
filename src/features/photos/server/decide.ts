import type { Database } from '#db/database.ts'
import { rejectionReasons, type RejectionReason } from '../contract.ts'
import { writeDecision, type PhotoChange } from './queries.ts'

/** Who decides, and when. */
type Actor = { actorId: string; now: number }

export type PhotoDecision = { decision: 'approved' } | { decision: 'rejected'; reason: RejectionReason }

/**
 * Writes a moderator's decision about a pending photo, with its audit entry in the same batch. Returns the photo's owner, or null
 * if there is nothing to decide: no such photo, already decided, or the moderator's own.
 */
export async function decidePhoto(
  db: Database,
  photoId: string,
  decided: PhotoDecision,
  { actorId, now }: Actor,
): Promise<(PhotoChange & { memberId: string }) | null> {
  const reason = decided.decision === 'rejected' ? decided.reason : null
  if (reason !== null && !rejectionReasons.includes(reason)) throw new Error(`no reason of ours: ${reason}`)
  return writeDecision(db, { photoId, state: decided.decision, reason, actorId, now })
}
