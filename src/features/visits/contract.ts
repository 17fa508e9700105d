import * as v from 'valibot'

export const visitInput = v.object({ id: v.pipe(v.string('required'), v.regex(/^[\w-]{1,64}$/, 'invalid')) })
