/** Functions that other features may use on the server. */
export {
  ageOn,
  commonGround,
  completenessOf,
  dayNumber,
  genderMask,
  gendersOf,
  isActivityStale,
  isIntent,
  isInterest,
  isOnline,
  isSpokenLanguage,
  partForm,
  shownCompleteness,
  answeredFields,
  keptActivity,
  languageMask,
  languagesOf,
  spokenBy,
  utcDay,
  visibleFields,
  type SubmittedFields,
} from '../rules.ts'
export {
  ageEntries,
  agesAreInOrder,
  answerTextEntry,
  avatarEntry,
  drawingInput,
  fieldEntries,
  promptEntry,
  promptListEntry,
  textLanguageEntry,
} from './schemas.ts'
export { textLanguage, toPromptAnswerViews, type Reader } from './reader.ts'
export { loadThings, toPairTies } from './load-things.ts'
export { toPersonCard } from './person-card.ts'
export {
  answerColumns,
  findGroundStatement,
  keptActivitySql,
  hiddenActivitySql,
  noteActivity,
  staleActivityStatement,
  toNotedActivity,
  type NotedActivity,
} from './queries.ts'
