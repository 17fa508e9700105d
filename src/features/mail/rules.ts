/** An email that is useful for less than this contains a code, and its reader has requested another one long ago. */
const briefMs = 60 * 60_000

/** True if a failed email is kept with its content. Emails with a code are not: it would be stored for longer than we promise. */
export function isKeptWhole({ at, until }: { at: number; until: number }): boolean {
  return until - at >= briefMs
}

/** Delays before the second attempt, the third, and so on, in seconds: about fifteen hours in total. */
export const retryDelaysS = [5, 20, 60, 180, 300, 900, 3600, 7200, 14_400, 28_800] as const

/**
 * Codes of the mail service with which every further attempt would fail too. Other failures may pass, or an operator may fix
 * them: a limit, an outage, a sender's domain that is not verified.
 */
const lastingCodes: readonly string[] = [
  'E_CONTENT_TOO_LARGE',
  'E_FIELD_MISSING',
  'E_RECIPIENT_NOT_ALLOWED',
  'E_RECIPIENT_SUPPRESSED',
  'E_TOO_MANY_RECIPIENTS',
  'E_VALIDATION_ERROR',
  // Our own codes: no key of this deployment opens the message, or it has expired.
  'unreadable',
  'too-late',
]

/** `attempts`: how many have failed; `until`: from this time on, the email is useless (ms). */
export type FailedAttempt = { code: string; attempts: number; until: number }

/** Returns the seconds to wait before the next attempt, or null if another one is pointless. */
export function nextDelayS({ code, attempts, until }: FailedAttempt, now: number): number | null {
  const delayS = retryDelaysS[attempts - 1]
  if (delayS === undefined || lastingCodes.includes(code) || code.startsWith('E_HEADER')) return null
  return now + delayS * 1000 < until ? delayS : null
}

/**
 * Returns the code of the mail service's error, or `unknown`. Its message may contain the address, so only a code in the
 * service's own format is logged and shown to operators.
 */
export function serviceCode(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null
  return typeof code === 'string' && /^E_[A-Z_]{1,40}$/.test(code) ? code : 'unknown'
}
