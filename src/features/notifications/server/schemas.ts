import * as v from 'valibot'

/** `id` of one notification; without it all of them. */
export const readInput = v.object({ id: v.optional(v.pipe(v.string('invalid'), v.maxLength(200, 'invalid'))) })
