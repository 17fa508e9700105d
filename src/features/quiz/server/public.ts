/** The server-side API of this feature for other features. */
export { answeredCount, matchOf, matchShare, sharedPublicAnswers, toComparable, type ComparableAnswers } from '../rules.ts'
