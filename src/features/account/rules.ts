import { codeTries, type CodeStatus } from './contract.ts'

export type CodeFacts = { expiresAt: number; tries: number }

/** Whether a code can still be tried, or why a new one is needed. */
export function judgeCode({ expiresAt, tries }: CodeFacts, now: number): CodeStatus {
  if (tries >= codeTries) return 'spent'
  return expiresAt > now ? 'open' : 'expired'
}

export type ChangeFacts = { undoUntil: number; undoneAt: number | null }

/** Whether a change of address can still be taken back. */
export function isUndoable(change: ChangeFacts | null | undefined, now: number): boolean {
  return change != null && change.undoneAt === null && change.undoUntil > now
}
