import { warn } from '#server/log.ts'
import type { EncounterNews } from '../contract.ts'
import type { Which } from '../rules.ts'

/** What has to reach somebody outside, once for each of the two; a repeat is harmless. */
export type Errand = { which: Which; run(): Promise<void> }

/** How the seats of the two hear of their encounter: false when one of them has left meanwhile. */
export type TellSeat = (member: string, news: EncounterNews) => Promise<boolean>

/** Runs them side by side; true when all went well. What failed is for the caller to repeat. */
export async function runErrands(errands: readonly Errand[]): Promise<boolean> {
  const results = await Promise.allSettled(errands.map((errand) => errand.run()))
  for (const result of results) if (result.status === 'rejected') warn('encounter', result.reason)
  return results.every(({ status }) => status === 'fulfilled')
}
