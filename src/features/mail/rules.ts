/** An email of use for less than this holds a code, for which its reader has long asked again. */
const briefMs = 60 * 60_000

/** True when a failed email is kept with its content. No code is: it would outlive the time that we say codes are kept. */
export function isKeptWhole({ at, until }: { at: number; until: number }): boolean {
  return until - at >= briefMs
}

/** Pauses before the second attempt, the third, and so on, in seconds: about fifteen hours together. */
export const retryDelaysS = [5, 20, 60, 180, 300, 900, 3600, 7200, 14_400, 28_800] as const

/**
 * Codes of the mail service that say the same of every further attempt. Others may pass, or be cured by an operator: a limit,
 * an outage, a sender's domain that is not verified.
 */
const lastingCodes: readonly string[] = [
  'E_CONTENT_TOO_LARGE',
  'E_FIELD_MISSING',
  'E_RECIPIENT_NOT_ALLOWED',
  'E_RECIPIENT_SUPPRESSED',
  'E_TOO_MANY_RECIPIENTS',
  'E_VALIDATION_ERROR',
  // Ours: no key of this deployment opens the message, or its time is over.
  'unreadable',
  'too-late',
]

/** `attempts`: how many there were; `until`: from then on the email is of no use (ms). */
export type FailedAttempt = { code: string; attempts: number; until: number }

/** Returns the seconds to wait before the next attempt, or null when there is no point in another. */
export function nextDelayS({ code, attempts, until }: FailedAttempt, now: number): number | null {
  const delayS = retryDelaysS[attempts - 1]
  if (delayS === undefined || lastingCodes.includes(code) || code.startsWith('E_HEADER')) return null
  return now + delayS * 1000 < until ? delayS : null
}

/**
 * Returns the code of the mail service's error, or `unknown`. Its message may hold the address, so only a code in the
 * service's own form gets into logs and onto the operators' pages.
 */
export function serviceCode(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null
  return typeof code === 'string' && /^E_[A-Z_]{1,40}$/.test(code) ? code : 'unknown'
}
