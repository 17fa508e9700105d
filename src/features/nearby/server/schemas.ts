import * as v from 'valibot'

/** `text`: the token that was sent with the page. */
export const seenInput = v.object({ text: v.pipe(v.string('required'), v.maxLength(20_000, 'invalid')) })
