import type { Database } from '#db/database.ts'
import { takeEvidence } from '#features/chat/server/public.ts'
import { toTieEvidence } from './tie-evidence.ts'
import { ageOn, answeredFields, utcDay, visibleFields } from '#features/profile/server/public.ts'
import type { StoredAnswers } from '#features/profile/contract.ts'
import { AppError, notFound } from '#shared/errors.ts'
import type { Env } from '#server/env.ts'
import { withTimeoutOrNull } from '#server/objects/with-timeout.ts'
import { reportLimits, type MessagesEvidence, type ProfileEvidence } from '../contract.ts'
import { fitEvidence } from '../rules.ts'
import { readProfile, type ReportPair } from './queries.ts'

const timeoutMs = 3_000

/**
 * Copies messages and profile as they are now. It runs before anything is written, because reported content may be taken back
 * later.
 */
export async function takeSnapshot(
  env: Pick<Env, 'CONVERSATION'>,
  db: Database,
  pair: ReportPair,
  now: number,
): Promise<{ profile: ProfileEvidence; messages: MessagesEvidence | null }> {
  const messages = await takeMessages(env, pair)
  const { profile: row, photos, ties: tied, isMatch } = await readProfile(db, pair)
  if (!row) throw notFound()
  const relation = isMatch ? 'match' : 'stranger'
  const { firstName, birthDate, gender, portrait, visibility, promptAnswers, ...answers } = row
  const ties = await toTieEvidence(tied, { relation, now })
  const shown = visibleFields({ ...answers, promptAnswers, visibility }, relation)
  const profile: ProfileEvidence = {
    firstName,
    age: ageOn(birthDate, utcDay(now)),
    gender,
    relation,
    portrait,
    photos: photos.map(({ photoKey: key, width, height }) => ({ key, width, height })),
    answers: onlyAnswered(shown),
    promptAnswers: shown.promptAnswers.map(({ prompt, text }) => ({ prompt, text })),
    ...(ties.length > 0 ? { ties } : {}),
  }
  return { profile, messages }
}

/** Null if the two never talked. An unanswered call to the conversation is retried once; then the report fails. */
async function takeMessages(env: Pick<Env, 'CONVERSATION'>, { reporterId, other, conversation }: ReportPair) {
  if (conversation === null) return null
  const take = () =>
    withTimeoutOrNull('evidence', timeoutMs, takeEvidence(env, conversation, [reporterId, other], reportLimits.messages))
  const found = (await take()) ?? (await take())
  if (!found) throw new AppError('The evidence could not be taken', { status: 503, code: 'unavailable' })
  return found.length === 0 ? null : { conversation, ...fitEvidence(found) }
}

function onlyAnswered(answers: StoredAnswers): Partial<StoredAnswers> {
  return Object.fromEntries([...answeredFields(answers)].map((field) => [field, answers[field]]))
}
