import { codeTries, type CodeStatus } from '#features/auth/contract.ts'

export type CodeFacts = { expiresAt: number; tries: number }

/** Returns whether a code can still be tried, or why a new one is needed. */
export function judgeCode({ expiresAt, tries }: CodeFacts, now: number): CodeStatus {
  if (tries >= codeTries) return 'spent'
  return expiresAt > now ? 'open' : 'expired'
}

/** The codes and links of a row's emails, as stored: the newest, the previous one, and older ones. */
export type SentCodes = {
  codeHash: string
  linkHash: string | null
  previousCodeHash: { hash: string; expiresAt: number } | null
  previousLinkHash: string | null
  earlierCodes: readonly { codeHash: string; linkHash: string | null; expiresAt: number }[]
  expiresAt: number
}

/** Returns the codes and links that have not expired: each email's last for ten minutes. */
export function liveHashes(row: SentCodes, now: number): { codes: string[]; links: string[] } {
  const { codeHash, linkHash, expiresAt, previousCodeHash: previous, previousLinkHash, earlierCodes } = row
  const all = [
    { codeHash, linkHash, expiresAt },
    ...(previous ? [{ codeHash: previous.hash, linkHash: previousLinkHash, expiresAt: previous.expiresAt }] : []),
    ...earlierCodes,
  ]
  const live = all.filter((each) => each.expiresAt > now)
  return {
    codes: live.map((each) => each.codeHash),
    links: live.map((each) => each.linkHash).filter((hash) => hash !== null),
  }
}

export type ChangeFacts = { undoUntil: number; undoneAt: number | null }

/** True while a change of address can still be undone. */
export function isUndoable(change: ChangeFacts | null | undefined, now: number): boolean {
  return change != null && change.undoneAt === null && change.undoUntil > now
}
