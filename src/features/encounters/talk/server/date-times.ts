import { dateTalkFactor, type Env } from '#server/env.ts'
import { dateTimes, type DateTimes } from '#features/encounters/contract.ts'
import { withFasterTalk } from '../rules.ts'

/** The times of blind dates in this environment: those of the contract, apart from the talk in browser tests. */
export function dateTimesOf(env: Pick<Env, 'ENVIRONMENT' | 'DATE_TALK_FACTOR'>): DateTimes {
  return withFasterTalk(dateTimes, dateTalkFactor(env))
}
