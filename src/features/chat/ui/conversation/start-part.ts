import { part } from '#shared/react/part.tsx'

/** Its styles are the log's own: the server does not know yet that a conversation is empty when it links them. */
export const Start = part('src/features/chat/ui/conversation/conversation-start.tsx', () =>
  import('./conversation-start.tsx').then((module) => module.Start),
)
