import type { Database } from '#db/database.ts'
import { hashToken } from '#server/crypto/secrets.ts'
import { resendAfterMs, resetReasons, type AccountStep, type ResetProps } from '#features/auth/contract.ts'
import { isUndoable, judgeCode } from '../rules.ts'
import { isRightLink } from './code.ts'
import { findCodeStatement, type OneTimeCode } from './code-queries.ts'
import { findChangeStatement } from './queries.ts'

type Change = { undoUntil: number; undoneAt: number | null }

/** Statements for the sign-in page's steps that an email links to; needed only for those. */
export function findAccountStepStatements(db: Database, url: URL) {
  // Plain sign-ins need neither statement.
  if (!url.searchParams.has('step')) return [] as const
  const { c, t } = keysOf(url)
  return [findCodeStatement(db, { purpose: 'reset', id: c }), findChangeStatement(db, hashToken(t))] as const
}

/** Returns the step named in the URL, or null for signing in. Reads only: opening a link changes nothing. */
export function toAccountStep(
  url: URL,
  rows: readonly [] | readonly [readonly OneTimeCode[], readonly Change[]],
  now: number,
): AccountStep | null {
  const [[code] = [], [change] = []] = rows
  const { t } = keysOf(url)
  switch (url.searchParams.get('step')) {
    case 'reset':
      return {
        kind: 'reset',
        code: code ? toSentCode(code, t, now) : null,
        why: resetReasons.find((reason) => reason === url.searchParams.get('why')) ?? null,
      }
    case 'undo':
      return { kind: 'undo', t: isUndoable(change, now) ? t : null }
    default:
      return null
  }
}

function toSentCode(code: OneTimeCode, t: string, now: number): ResetProps['code'] {
  const isLinkLive = code.usedAt === null && isRightLink(code, t, now)
  return {
    id: code.id,
    status: judgeCode(code, now),
    resendAt: code.sentAt + resendAfterMs,
    t: isLinkLive ? t : null,
    isLinkOver: t !== '' && !isLinkLive,
  }
}

function keysOf(url: URL): { c: string; t: string } {
  return { c: url.searchParams.get('c') ?? '', t: url.searchParams.get('t') ?? '' }
}
