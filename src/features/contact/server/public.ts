export { contactEmails, sendAnswer } from './emails.ts'
export {
  decideMessage,
  listOpenMessages,
  openMessage,
  openMessagesStatement,
  type OpenedMessage,
  type OpenMessage,
} from './queries.ts'
