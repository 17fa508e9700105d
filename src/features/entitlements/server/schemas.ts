import * as v from 'valibot'

/** `key`: the id of the boost that is activated. */
export const activateInput = v.object({ key: v.pipe(v.string('required'), v.regex(/^[\w-]{22}$/, 'invalid')) })

/** A tick that is left out means no. */
export const markInput = v.object({ shows: v.optional(v.literal('1', 'invalid')) })
