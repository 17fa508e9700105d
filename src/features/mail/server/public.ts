export type { Letter } from './letter.ts'
export { sendLetterLater } from './send-later.ts'
export { sendLetter, type Desk, type Reader } from './send-letter.ts'
