export { contactEmails, sendAnswer } from './emails.ts'
export {
  decideMessage,
  listOpenMessages,
  openMessage,
  openMessagesStatement,
  type MessageRow,
  type OpenMessage,
} from './queries.ts'
