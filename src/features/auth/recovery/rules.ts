import { codeTries, type CodeStatus } from './contract.ts'

export type CodeFacts = { expiresAt: number; tries: number }

/** Returns whether a code can still be tried, or why a new one is needed. */
export function judgeCode({ expiresAt, tries }: CodeFacts, now: number): CodeStatus {
  if (tries >= codeTries) return 'spent'
  return expiresAt > now ? 'open' : 'expired'
}

/** The codes and links of the last two e-mails, as a row keeps them. */
export type SentCodes = {
  codeHash: string
  linkHash: string | null
  previousCodeHash: { hash: string; expiresAt: number } | null
  previousLinkHash: string | null
  expiresAt: number
}

/** Returns the codes and links that have not expired: each e-mail's last ten minutes of their own. */
export function liveHashes(row: SentCodes, now: number): { codes: string[]; links: string[] } {
  const previous = row.previousCodeHash && row.previousCodeHash.expiresAt > now ? row.previousCodeHash.hash : null
  const isOpen = row.expiresAt > now
  return {
    codes: [isOpen ? row.codeHash : null, previous].filter((hash) => hash !== null),
    links: [isOpen ? row.linkHash : null, previous === null ? null : row.previousLinkHash].filter((hash) => hash !== null),
  }
}

export type ChangeFacts = { undoUntil: number; undoneAt: number | null }

/** True when a change of address can still be taken back. */
export function isUndoable(change: ChangeFacts | null | undefined, now: number): boolean {
  return change != null && change.undoneAt === null && change.undoUntil > now
}
