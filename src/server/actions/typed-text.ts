import * as v from 'valibot'
import { cleanLines } from '#shared/text/clean.ts'
import { lengthOf } from '#shared/text/cut.ts'
import { visibleText } from '#shared/text/visible.ts'

/** Returns the text of a text area in its stored form; '' if nothing of it is visible. */
export const cleanTyped = (text: string): string => visibleText(cleanLines(text))

/** A schema for a text area, of at most `most` code points; '' without any. */
export const typedText = (most: number) =>
  v.pipe(
    v.optional(v.string('invalid'), ''),
    v.transform(cleanTyped),
    v.check((text) => lengthOf(text) <= most, 'too-long'),
  )
