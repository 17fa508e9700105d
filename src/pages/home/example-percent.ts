import { answersOf, type Choices } from '#features/home/example.ts'
import { matchPercent, pack } from '#features/quiz/rules.ts'

/** How well the two of the home page's example match, by the quiz's own rule, for the server and the browser. */
export const examplePercent = (choices: Choices): number =>
  matchPercent(pack(answersOf('you', choices)), pack(answersOf('other', choices))) ?? 0
