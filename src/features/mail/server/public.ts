export type { Email } from './email.ts'
export { sendEmailLater } from './send-later.ts'
export { sendEmail, type EmailContext, type Reader } from './send-email.ts'
