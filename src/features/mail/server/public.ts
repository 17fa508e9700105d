export { sendLetterLater, type Desk, type Reader } from './send-later.ts'
