import * as v from 'valibot'
import { tieKinds } from '#shared/text/tie.ts'

const id = v.pipe(v.string('required'), v.regex(/^[\w-]{1,64}$/, 'invalid'))

/** The person of a pass, an undo or a withdrawal. */
export const personInput = v.object({ id })

/** `tieRef`: the id of a photo, or what the profile's page names a text by. A line goes only with a tie. */
export const likeInput = v.pipe(
  v.object({
    id,
    tieKind: v.optional(v.picklist(tieKinds, 'choice')),
    tieRef: v.optional(v.pipe(v.string('invalid'), v.regex(/^[\w.~-]{0,128}$/, 'invalid')), ''),
    line: v.optional(v.pipe(v.string('invalid'), v.maxLength(2000, 'too-long')), ''),
  }),
  v.forward(
    v.check(({ tieKind, line }) => tieKind !== undefined || line === '', 'required'),
    ['tieKind'],
  ),
)
export type LikeInput = v.InferOutput<typeof likeInput>

/** `until`: the page's time, ms. */
export const seenInput = v.object({ until: v.pipe(v.number('invalid'), v.integer('invalid'), v.minValue(0, 'invalid')) })
