import type { QuotaReset } from './quota-day.ts'

/** Codes of errors that people can meet; each has a text under `common.error.<code>` in every language. */
export const errorCodes = [
  'invalid',
  'unauthorized',
  'forbidden',
  'not-found',
  'conflict',
  'stale',
  'too-large',
  'too-many',
  'expired',
  'wrong-code',
  'codes-spent',
  'wrong-credentials',
  'quota',
  'undo-used',
  'no-boosts',
  'quiz-changes',
  'favourites-full',
  'request-quota',
  'request-waits',
  'report-quota',
  'block-quota',
  'profile-paused',
  'encounters-paused',
  'encounter-busy',
  'encounter-over',
  'next-quota',
  'withdrawal-changed',
  'gift-missing',
  'slot-unavailable',
  'bookings-full',
  'cart-changed',
  'restricted',
  'unconfirmed',
  'only-way-in',
  'passkey-refused',
  'passkeys-full',
  'pose-over',
  'picture-known',
  'closed',
  'unavailable',
  'internal',
] as const
export type ErrorCode = (typeof errorCodes)[number]

/** Codes of errors in one field; each has a text under `common.field.<code>`. */
export const fieldCodes = [
  'required',
  'name',
  'email',
  'email-same',
  'password-short',
  'password-long',
  'password-common',
  'password-email',
  'password-wrong',
  'date',
  'too-young',
  'birth-date-used',
  'too-long',
  'too-short',
  'choice',
  'consent',
  'code',
  'wrong-code',
  'invalid',
  'min-max',
  'too-many-chosen',
  'photo-type',
  'photo-bytes',
  'photo-pixels',
  'photo-small',
  'photo-broken',
  'photo-limit',
  'contact',
  'contact-details',
] as const
export type FieldCode = (typeof fieldCodes)[number]

/**
 * The one error class (spec §8: status defaults to 500). `code` is for machines and the translated text, `cure` for the
 * operator's log; neither carries personal data.
 */
export class AppError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly fields: Record<string, FieldCode> | undefined
  readonly cure: string | undefined
  /** Whole seconds until a retry makes sense, where that is known. */
  readonly retryAfterS: number | undefined
  /** When a used-up daily quota resets: its text shows the time. */
  readonly reset: QuotaReset | undefined

  constructor(
    message: string,
    options: {
      status?: number
      code?: ErrorCode
      fields?: Record<string, FieldCode>
      cure?: string
      retryAfterS?: number
      reset?: QuotaReset
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'AppError'
    this.status = options.status ?? 500
    this.code = options.code ?? 'internal'
    this.fields = options.fields
    this.cure = options.cure
    this.retryAfterS = options.retryAfterS
    this.reset = options.reset
  }
}

/** Returns a 409 for a daily quota that is used up until `reset`. */
export function usedUp(message: string, code: 'quota' | 'undo-used' | 'request-quota', reset: QuotaReset): AppError {
  return new AppError(message, { status: 409, code, reset })
}

/** The same answer for a missing page and for one the viewer may not see. */
export function notFound(message = 'Not found'): AppError {
  return new AppError(message, { status: 404, code: 'not-found' })
}

/** Returns whole seconds to wait, at least one, as in responses. */
export const toRetryAfterS = (waitMs: number) => Math.max(1, Math.ceil(waitMs / 1000))

/** Returns a 429, with the seconds to wait. */
export function tooMany(message: string, waitMs: number): AppError {
  return new AppError(message, { status: 429, code: 'too-many', retryAfterS: toRetryAfterS(waitMs) })
}

export function invalidFields(fields: Record<string, FieldCode>): AppError {
  return new AppError('Some fields need another look', { status: 422, code: 'invalid', fields })
}

export type ErrorBody = {
  error: { code: ErrorCode; message: string; fields?: Record<string, string>; requestId?: string; retryAfterS?: number }
}
