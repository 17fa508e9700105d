import * as v from 'valibot'

/** A checkbox, which a form omits if it is unticked. */
export const consentInput = v.object({
  isPublic: v.pipe(
    v.optional(v.union([v.literal('1'), v.literal(''), v.boolean()], 'invalid'), ''),
    v.transform((value) => value === '1' || value === true),
  ),
})
