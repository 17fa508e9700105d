import * as v from 'valibot'

export const likeInput = v.object({ id: v.pipe(v.string('required'), v.regex(/^[\w-]{1,64}$/, 'invalid')) })
/** `until`: the page's time, ms. */
export const seenInput = v.object({ until: v.pipe(v.number('invalid'), v.integer('invalid'), v.minValue(0, 'invalid')) })
