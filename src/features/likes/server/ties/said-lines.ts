import { readHistory } from '#features/chat/server/public.ts'
import type { PairTie } from '#shared/text/tie.ts'

type Reading = { conversationId: string; viewerId: string; otherId: string }

/**
 * Returns the ties of a match with those lines only that are still said in its conversation, as its first messages: their writers may
 * have changed or deleted them there. Without an answer of the conversation no line is given. Ties without a line ask nothing.
 */
export async function withSaidLines(
  env: Parameters<typeof readHistory>[0],
  ties: readonly PairTie[],
  { conversationId, viewerId, otherId }: Reading,
): Promise<PairTie[]> {
  if (ties.every(({ line }) => line === null)) return [...ties]
  const history = await readHistory(env, conversationId, viewerId, { after: 0, limit: ties.length })
  const said = history?.page?.messages ?? []
  const isSaid = ({ line, isMine }: PairTie) =>
    said.some(({ from, text, deleted }) => !deleted && text === line && from === (isMine ? viewerId : otherId))
  return ties.map((tie) => (isSaid(tie) ? tie : { ...tie, line: null }))
}
