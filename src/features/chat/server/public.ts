export {
  findChatPhoto,
  importConversation,
  openDirectConversation,
  readHistory,
  seedConversation,
  sendMessage,
  takeEvidence,
  type SeedConversation,
} from './client.ts'
export { holdsContact } from './requests/contact-details.ts'
export { talksOf } from './talks.ts'
export { passOn } from './conversation/client-events.ts'
export { ConversationStore, type ConversationState } from './conversation/conversation-store.ts'
export { hubCalls } from './conversation/hub-calls.ts'
export { historyPage, joinPage } from './conversation/log-pages.ts'
export { lookAgainAt } from './conversation/look-again.ts'
export { openConversation, type Open } from './conversation/open-conversation.ts'
export { refused } from './conversation/log-writer.ts'
export { endConversation, endRequestStatement, endTalkStatements, finishUnmatches } from './endings.ts'
export { conversationStatement, deriveConversationId, newConversationSql } from './conversation-id.ts'
