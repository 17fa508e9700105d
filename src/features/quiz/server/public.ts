/** The server-side API of this feature for other features. */
export { answeredCount, matchOf, sharedPublicAnswers } from '../rules.ts'
