export { beginEncounter, shownPhase } from '../rules.ts'
export { seatOf, reviewAttendance, withdrawWait, type SeatClient } from './client.ts'
export { dateTimesOf } from './date-times.ts'
export { choiceOf, languageFields } from './language-choice.ts'
