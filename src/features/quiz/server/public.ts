/** What other features may use of this one on the server. */
export { answeredCount, matchPercent, sharedPublicAnswers } from '../rules.ts'
