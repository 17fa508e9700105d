import * as v from 'valibot'
import { importances } from '../contract.ts'
import { answerCount, everyAnswer, isQuestion } from '../rules.ts'

/** A form sends digits, a script may send a number. */
const number = v.pipe(
  v.union([v.string(), v.number()], 'required'),
  v.transform((value) => (typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : value)),
  v.number('choice'),
  v.integer('choice'),
)
const question = v.pipe(number, v.check(isQuestion, 'choice'))
const flag = v.pipe(
  v.optional(v.picklist(['1', '0', ''], 'choice'), '0'),
  v.transform((value) => value === '1'),
)

const said = v.object({
  question,
  answer: number,
  /** `any` among them means every answer, whatever else is ticked. */
  acceptable: v.optional(v.array(v.union([v.literal('any'), number], 'choice'), 'choice'), []),
  importance: v.pipe(number, v.picklist(importances, 'choice')),
  isPublic: flag,
  /** Set by the list of answers, to which the save then returns. */
  edit: flag,
})
type Said = v.InferOutput<typeof said>

const isOffered = (asked: number, answer: number) => answer >= 0 && answer < answerCount(asked)
/** Without importance, any answer is acceptable. */
const takesAny = ({ importance, acceptable }: Pick<Said, 'importance' | 'acceptable'>) =>
  acceptable.includes('any') || (importance === 0 && acceptable.length === 0)
const chosenOf = ({ acceptable }: Said) => acceptable.filter((answer) => answer !== 'any')

export const answerInput = v.pipe(
  said,
  v.forward(
    v.check((input) => isOffered(input.question, input.answer), 'choice'),
    ['answer'],
  ),
  v.forward(
    v.check((input) => chosenOf(input).every((answer) => isOffered(input.question, answer)), 'choice'),
    ['acceptable'],
  ),
  v.forward(
    // Also checked while the own answer is missing, so that the form shows both mistakes at once.
    v.partialCheck([['importance'], ['acceptable']], (input) => takesAny(input) || input.acceptable.length > 0, 'required'),
    ['acceptable'],
  ),
  v.transform((input) => ({
    edit: input.edit,
    answer: {
      question: input.question,
      answer: input.answer,
      acceptableMask: takesAny(input)
        ? everyAnswer(input.question)
        : chosenOf(input).reduce((mask, answer) => mask | (1 << answer), 0),
      importance: input.importance,
      isPublic: input.isPublic,
    },
  })),
)

export const removeInput = v.object({ question })
