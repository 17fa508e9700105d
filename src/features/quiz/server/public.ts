/** What other features may use of this one on the server. */
export { answeredCount, matchOf, sharedPublicAnswers } from '../rules.ts'
