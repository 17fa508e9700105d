import { answersOf, type Choices } from '#features/home/example.ts'
import { matchPercent, pack } from '#features/quiz/rules.ts'

/** The compatibility of the two people in the home page's example, by the quiz's own rule, for the server and the browser. */
export const examplePercent = (choices: Choices): number =>
  matchPercent(pack(answersOf('you', choices)), pack(answersOf('other', choices))) ?? 0
