import * as v from 'valibot'

/** `text`: what the page gave along. */
export const seenInput = v.object({ text: v.pipe(v.string('required'), v.maxLength(20_000, 'invalid')) })
