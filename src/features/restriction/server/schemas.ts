import * as v from 'valibot'
import { typedText } from '#server/actions/typed-text.ts'
import { lengthOf } from '#shared/text/cut.ts'
import { appealLength } from '../contract.ts'

export const appealInput = v.object({
  text: v.pipe(
    typedText(appealLength.max),
    v.nonEmpty('required'),
    v.check((text) => lengthOf(text) >= appealLength.min, 'too-short'),
  ),
})
