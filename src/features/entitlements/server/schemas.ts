import * as v from 'valibot'

/** `key`: the id of the boost to activate. */
export const activateInput = v.object({ key: v.pipe(v.string('required'), v.regex(/^[\w-]{22}$/, 'invalid')) })

/** A missing checkbox means no. */
export const markInput = v.object({ shows: v.optional(v.literal('1', 'invalid')) })
