import * as v from 'valibot'
import { cleanLines } from '#shared/text/clean.ts'
import { lengthOf } from '#shared/text/cut.ts'
import { visibleText } from '#shared/text/visible.ts'

/** Returns the text of a text area in its stored form; '' if nothing of it is visible. */
export const cleanTyped = (text: string): string => visibleText(cleanLines(text))

/** A schema for a text area, of at most `most` code points once it is cleaned; '' without any. */
export const typedText = (most: number, clean = cleanTyped) =>
  v.pipe(
    v.optional(v.string('invalid'), ''),
    v.transform(clean),
    v.check((text) => lengthOf(text) <= most, 'too-long'),
  )
