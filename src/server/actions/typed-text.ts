import * as v from 'valibot'

const lineEnds = /\r\n?/g
/** Control characters that people do not type and that some terminals and e-mail programs act on; line feeds stay. */
// eslint-disable-next-line no-control-regex
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** A schema of a text area, of at most `most` code points; '' without any. */
export const typedText = (most: number) =>
  v.pipe(
    v.optional(v.string('invalid'), ''),
    v.transform((text) => text.toWellFormed().replace(lineEnds, '\n').replace(controls, '').trim()),
    v.check((text) => [...text].length <= most, 'too-long'),
  )
