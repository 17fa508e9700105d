import { blockMatch } from '#features/blocks/server/public.ts'
import type { EncounterPhase } from '#features/encounters/contract.ts'
import { seatOf } from '#features/encounters/talk/server/public.ts'
import { openDatabase } from '#db/database.ts'
import { requireMember } from '#server/auth/require-member.ts'
import type { AppContext } from '#server/context.ts'
import { newId } from '#server/crypto/secrets.ts'
import type { Env } from '#server/env.ts'
import { finishEach, type Finished } from '#server/finish-each.ts'
import { encounterObject } from '#server/objects/stubs.ts'
import { nullOnError } from '#server/objects/with-timeout.ts'
import { AppError, notFound } from '#shared/errors.ts'
import type { EncounterSource, ReportOutcome } from '../contract.ts'
import { fitEvidence, isUrgent } from '../rules.ts'
import { findEncounterPause, listPausedSince } from './encounter-pauses.ts'
import { writeReport } from './queries.ts'
import type { EncounterReportInput } from './schemas.ts'

/**
 * Reports the partner of an encounter, which ends it and keeps the two apart in pairing. After a reveal they know each other, so
 * it also blocks; the same applies while their match is being written. Commit point: `writeReport`, with the encounter's last
 * messages as evidence. 404 for an encounter that is not the member's, and for a deleted one.
 */
export async function reportEncounter(
  c: AppContext,
  source: EncounterSource,
  input: EncounterReportInput,
): Promise<ReportOutcome> {
  const { id: reporterId } = await requireMember(c)
  const { id: encounterId, category, text } = input
  const [db, now] = [c.get('db'), c.get('now')]
  const encounter = encounterObject(c.env, encounterId)
  const [view, evidence] = await Promise.all([encounter.view(reporterId), encounter.evidence(reporterId)])
  if (!view || view.kind !== source || !evidence) throw notFound()
  const isWritten = await writeReport(db, {
    id: newId(),
    source,
    category,
    text,
    pair: { reporterId, other: evidence.partner, conversation: encounterId },
    profile: null,
    messages: { conversation: encounterId, ...fitEvidence(evidence.messages) },
    blocks: blocksIn(evidence.phase),
    now,
  })
  if (!isWritten) throw new AppError('No reports left today', { status: 409, code: 'report-quota' })
  // From here on the two are kept apart, even if the rest fails.
  const phase = await nullOnError('encounter', encounter.stop(reporterId))
  // The other's yes may have arrived while the report was being written.
  if ([evidence.phase, phase ?? evidence.phase].some((each) => blocksIn(each) !== 'never'))
    await blockMatch(c.env, { blockerId: reporterId, blockedId: evidence.partner }, now)
  if (await findEncounterPause(db, evidence.partner)) await nullOnError('seat', stopEncounters(c.env, evidence.partner))
  return isUrgent(category) ? 'urgent' : 'reported'
}

function blocksIn(phase: EncounterPhase): 'always' | 'if-matched' | 'never' {
  if (phase === 'matched') return 'always'
  return phase === 'deciding' ? 'if-matched' : 'never'
}

/** Longer than three rounds of the cron. */
const repeatMs = 20 * 60_000

/** Cron: ends the waits and encounters of recently paused members again, in case their hub could not be reached. */
export async function sweepEncounterPauses(env: Env, now: number): Promise<Finished> {
  const memberIds = await listPausedSince(openDatabase(env.DB), now - repeatMs)
  return finishEach('encounter-pauses', memberIds, (memberId) => stopEncounters(env, memberId))
}

/** Ends the paused member's wait or encounter; their next call would be refused anyway. */
async function stopEncounters(env: Env, memberId: string): Promise<void> {
  await seatOf(env, memberId).stop()
}
