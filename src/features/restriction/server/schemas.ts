import * as v from 'valibot'
import { appealLength } from '../contract.ts'

export const appealInput = v.object({
  text: v.pipe(
    v.string('invalid'),
    // Forms send a line end as two characters; the field counts it as one.
    v.transform((text) => text.replaceAll('\r\n', '\n').trim()),
    v.nonEmpty('required'),
    v.minLength(appealLength.min, 'too-short'),
    v.maxLength(appealLength.max, 'too-long'),
  ),
})
