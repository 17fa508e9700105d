import * as v from 'valibot'
import { typedText } from '#server/actions/typed-text.ts'
import { favouriteNoteLength } from '../contract.ts'

const id = v.pipe(v.string('required'), v.regex(/^[\w-]{1,64}$/, 'invalid'))
const note = typedText(favouriteNoteLength)

/** With a `note` if a person who was just removed is added again. */
export const keepInput = v.object({ id, note })
export const removeInput = v.object({ id })
export const noteInput = v.object({ id, note })
