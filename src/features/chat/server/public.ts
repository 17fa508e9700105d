import type { ConversationRpc } from '../contract.ts'

declare global {
  namespace Cloudflare {
    interface Env {
      /** One object per conversation, by its id. */
      CONVERSATION: DurableObjectNamespace<ConversationRpc & Rpc.DurableObjectBranded>
    }
  }
}

export {
  findChatPhoto,
  openDirectConversation,
  readHistory,
  seedConversation,
  sendMessage,
  takeEvidence,
  type SeedConversation,
} from './client.ts'
export { endConversation, endRequestStatement, endTalkStatements, finishUnmatches } from './endings.ts'
export { conversationOfSql, conversationStatement, deriveConversationId, newConversationSql } from './conversation-id.ts'
