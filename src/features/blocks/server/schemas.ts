import * as v from 'valibot'

/** POST /api/blocks and /api/blocks/remove: a member's id. */
export const blockInput = v.object({ id: v.pipe(v.string('required'), v.regex(/^[\w-]{1,64}$/, 'invalid')) })
