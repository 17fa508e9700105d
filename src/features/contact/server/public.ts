export { contactEmails, sendAnswer } from './emails.ts'
export {
  decideMessage,
  findNextMessage,
  listOpenMessages,
  openMessage,
  openMessagesStatement,
  type OpenedMessage,
  type OpenMessage,
} from './queries.ts'
