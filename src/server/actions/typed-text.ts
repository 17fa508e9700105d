import * as v from 'valibot'
import { lengthOf } from '#shared/text/cut.ts'
import { visibleText } from '#shared/text/visible.ts'

const lineEnds = /\r\n?/g
/** Control characters that people do not type and that some terminals and e-mail programs act on; line feeds stay. */
// eslint-disable-next-line no-control-regex
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** Returns a text of a text area as it is stored; '' when nothing of it can be seen. */
export const cleanTyped = (text: string): string =>
  visibleText(text.toWellFormed().replace(lineEnds, '\n').replace(controls, '').trim())

/** A schema of a text area, of at most `most` code points; '' without any. */
export const typedText = (most: number) =>
  v.pipe(
    v.optional(v.string('invalid'), ''),
    v.transform(cleanTyped),
    v.check((text) => lengthOf(text) <= most, 'too-long'),
  )
