export { consumeEmails, consumeFailedEmails } from './consume.ts'
export type { Email } from './email.ts'
export { defineEmail, noFacts, noticeLifetimeMs, type EmailContext, type EmailKind } from './email-kind.ts'
export {
  canBeSent,
  countFailedEmailsStatement,
  findFailedEmail,
  isFailedEmailSql,
  listFailedEmails,
  removeFailedEmailStatement,
  toQueuedEmail,
  type FailedEmailRow,
} from './failed-emails.ts'
export { formerMember } from './recipient.ts'
export { queueEmail, sendEmailLater } from './queue-email.ts'
