import type { ObjectBindings } from '#features/object-bindings.ts'
import { conversationObject } from '#server/objects/stubs.ts'

/** Pass the member, the session and the page that open a socket from the edge to the conversation. */
export const memberHeader = 'x-kismet-member'
export const sessionHeader = 'x-kismet-session'
export const tabHeader = 'x-kismet-tab'

type Visitor = { memberId: string; sid: string; tab: string }

/** Forwards a WebSocket upgrade to a conversation. The caller has checked session and Origin; the conversation checks the rest. */
export function connectConversation(
  env: Pick<ObjectBindings, 'CONVERSATION'>,
  conversation: string,
  { memberId, sid, tab }: Visitor,
): Promise<Response> {
  const headers = { upgrade: 'websocket', [memberHeader]: memberId, [sessionHeader]: sid, [tabHeader]: tab }
  return conversationObject(env, conversation).fetch('https://conversation/', { headers })
}
