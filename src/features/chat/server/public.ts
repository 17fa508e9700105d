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
export { connectConversation } from './direct-upgrade.ts'
export { markRead, readInbox, searchMessages } from './hub-client.ts'
export { parseSearchCursor, searchText } from './search-text.ts'
export { readRequestText } from './requests/read-request-text.ts'
export { loadContactDetails } from './requests/load-contact-details.ts'
export { talksOf } from './talks.ts'
export { endConversation, endRequestStatement, endTalkStatements, finishUnmatches } from './endings.ts'
export { conversationStatement, deriveConversationId, newConversationSql } from './conversation-id.ts'
