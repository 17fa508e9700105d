export { renderLetter, type Letter } from './letter.ts'
export { sendLetterLater, type Desk, type Reader } from './send-later.ts'
export { sendMail, type Mail } from './send-mail.ts'
