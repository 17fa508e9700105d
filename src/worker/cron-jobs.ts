import { sweepDeletions } from '#features/auth/session/server/public.ts'
import { countBoosts } from '#features/entitlements/server/public.ts'
import { finishBlocks } from '#features/blocks/server/public.ts'
import { countCities } from '#features/cities/server/public.ts'
import { finishUnmatches } from '#features/chat/server/public.ts'
import { sweepRequests } from '#features/chat/server/requests/request-settle.ts'
import { finishGifts } from '#features/gifts/server/public.ts'
import { finishMatches } from '#features/likes/server/public.ts'
import { repairAreas } from '#features/nearby/server/public.ts'
import { countYesterday, finishUndecided } from '#features/ops/server/public.ts'
import { sweepPhotos, sweepVerificationPictures } from '#features/photos/server/public.ts'
import { sweepDecisions, sweepEncounterPauses, sweepEvidence } from '#features/reports/server/public.ts'
import { sweepRestrictions } from '#features/restriction/server/public.ts'
import { finishPayments, reconcilePayments } from '#features/store/settlement/server/public.ts'
import type { Env } from '#server/env.ts'
import { recordOutcomes } from '#server/job-failures.ts'
import { runJob, type Job } from './cron.ts'
import { sweepExports } from './export/sweep-exports.ts'
import { applyDeletionList, isRestoring, keepDeletionList } from './purge/apply-list.ts'
import { purgeAccounts } from './purge/purge-accounts.ts'
import { sweep } from './sweep.ts'

/**
 * Cron jobs, run every five minutes (docs/operations/watch.md). Each is safe to run at any time and repeatedly, and runs in
 * isolation: a failure does not stop the others. After a restore of D1 only the list of deletions is applied.
 */
export async function runCron(env: Env, now: number): Promise<void> {
  if (await isRestoring(env)) {
    const outcome = await runJob({ name: 'restore', run: () => applyDeletionList(env, now) })
    return recordOutcomes(env, [outcome], now)
  }
  const jobs: Job[] = [
    { name: 'matches', run: () => finishMatches(env, now) },
    { name: 'unmatches', run: () => finishUnmatches(env, now) },
    { name: 'blocks', run: () => finishBlocks(env, now) },
    { name: 'chat-requests', run: () => sweepRequests(env, now) },
    { name: 'restrictions', run: () => sweepRestrictions(env, now) },
    { name: 'deletions', run: () => sweepDeletions(env, now) },
    { name: 'report-decisions', run: () => sweepDecisions(env, now) },
    { name: 'encounter-pauses', run: () => sweepEncounterPauses(env, now) },
    { name: 'photos', run: () => sweepPhotos(env, now) },
    { name: 'evidence', run: () => sweepEvidence(env, now) },
    { name: 'verifications', run: () => endVerifications(env, now) },
    { name: 'payments', run: () => finishPayments(env, now) },
    { name: 'boosts', run: () => countBoosts(env, now) },
    { name: 'reconciliation', run: () => reconcilePayments(env, now) },
    { name: 'gifts', run: () => finishGifts(env, now) },
    { name: 'cities', run: () => countCities(env, now) },
    { name: 'areas', run: () => repairAreas(env, now) },
    { name: 'deletion-list', run: () => keepDeletionList(env, now) },
    { name: 'purges', run: () => purgeAccounts(env, now) },
    { name: 'exports', run: () => sweepExports(env, now) },
    { name: 'day-figures', run: () => countYesterday(env, now) },
  ]
  // Jobs that wait for objects run in parallel. Deletions run one after another, to leave D1 time for requests.
  const outcomes = await Promise.all([sweep(env, now), ...jobs.map(runJob)])
  await recordOutcomes(env, outcomes.flat(), now)
}

/** A picture that no one decided about is removed in the run that ends its challenge. */
async function endVerifications(env: Env, now: number): Promise<{ rows: number }> {
  const { rows } = await finishUndecided(env, now)
  return { rows: rows + (await sweepVerificationPictures(env, now)).rows }
}
