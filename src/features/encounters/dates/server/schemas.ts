import * as v from 'valibot'
import { languageFields } from '#features/encounters/talk/server/public.ts'

const id = v.pipe(v.string('required'), v.regex(/^[\w-]{1,64}$/, 'invalid'))

const isoInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::00(?:\.0{1,3})?)?Z$/

/** An ISO instant in UTC, to the minute, as ms. */
const slot = v.pipe(
  v.string('required'),
  v.regex(isoInstant, 'invalid'),
  v.check(isOnCalendar, 'invalid'),
  v.transform((text) => Date.parse(text)),
)

/** Dates such as 31 April are refused, because they would be parsed as the next day. */
function isOnCalendar(text: string): boolean {
  const at = Date.parse(text)
  return Number.isFinite(at) && new Date(at).toISOString().slice(0, 16) === text.slice(0, 16)
}

/** POST /api/blind-dates/book. */
export const bookInput = v.object({ slot, ...languageFields })
export type BookInput = v.InferOutput<typeof bookInput>

/** POST /api/blind-dates/cancel, and the query of /calendar. */
export const slotInput = v.object({ slot })
export type SlotInput = v.InferOutput<typeof slotInput>

/** POST /api/blind-dates/now. */
export const nowInput = v.object(languageFields)
export type NowInput = v.InferOutput<typeof nowInput>

/** `blindDateActions.waitAlert`. Forms send `1` or `0`. */
export const waitAlertInput = v.object({
  on: v.union(
    [
      v.boolean(),
      v.pipe(
        v.picklist(['1', '0']),
        v.transform((text) => text === '1'),
      ),
    ],
    'choice',
  ),
  ...languageFields,
})
export type WaitAlertInput = v.InferOutput<typeof waitAlertInput>

/** POST /api/blind-dates/accept and /extend. */
export const dateInput = v.object({ id })
export type DateInput = v.InferOutput<typeof dateInput>

/** POST /api/blind-dates/vote. Forms send `1` or `0`. */
export const voteInput = v.object({
  id,
  yes: v.union(
    [
      v.boolean(),
      v.pipe(
        v.picklist(['1', '0']),
        v.transform((text) => text === '1'),
      ),
    ],
    'choice',
  ),
})
export type VoteInput = v.InferOutput<typeof voteInput>

/** POST /api/blind-dates/leave. */
export const leaveInput = v.object({ id: v.optional(id) })
