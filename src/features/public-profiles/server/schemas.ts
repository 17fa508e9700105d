import * as v from 'valibot'
import { promptListEntry } from '#features/profile/server/public.ts'

/** Checkboxes, which a form omits if they are unticked. */
export const consentInput = v.object({
  isPublic: v.pipe(
    v.optional(v.union([v.literal('1'), v.literal(''), v.boolean()], 'invalid'), ''),
    v.transform((value) => value === '1' || value === true),
  ),
  prompts: promptListEntry,
})
