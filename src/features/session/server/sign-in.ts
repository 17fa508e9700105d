import { AppError } from '#shared/errors.ts'
import type { ActionResult } from '#worker/http/action.ts'
import type { AppContext } from '#worker/http/context.ts'
import type { SignInInput } from '#features/session/contract.ts'
import { pathAfterSignIn } from '#features/session/rules.ts'
import type { Subject } from './access-token.ts'
import { attemptLimits, forgetAttempts, requireAttempt, returnAttempt } from './attempts.ts'
import { startSession } from './browser-session.ts'
import { hashPassword, isSameHash, saltOf } from './password-hash.ts'
import { findCredentials, findViewerStatement } from './queries.ts'
import { hashToken } from './secrets.ts'
import { isBarred, toViewer } from './viewer.ts'

/**
 * Signs in by password: to the account, else to the pending registration of that address. Every call hashes once and
 * a refusal reads the same, so neither time nor answer tells which addresses are known.
 */
export async function signIn(c: AppContext, input: SignInInput): Promise<ActionResult> {
  const db = c.get('db')
  const now = c.get('now')
  const address = c.req.header('cf-connecting-ip') ?? ''
  const attempts = `sign-in:${hashToken(`${address} ${input.email}`)}`
  const refusals = `refused-sign-ins:${hashToken(address)}`
  await requireAttempt(db, attempts, attemptLimits.signIn, now)
  await requireAttempt(db, refusals, attemptLimits.refusedSignIns, now)

  const { account, pending } = await findCredentials(db, input.email, now)
  const known = account ?? pending
  const candidate = await hashPassword(input.password, known ? saltOf(known.passwordHash) : undefined)
  const owner = findOwner(
    [
      { kind: 'member', row: account },
      { kind: 'registration', row: pending },
    ],
    candidate,
  )
  // No word about a restricted or deleted account to whoever holds its password.
  if (!owner || (owner.kind === 'member' && account && isBarred(account.state))) throw wrongCredentials()

  const { accessToken, subject } = await startSession(c, { kind: owner.kind, subjectId: owner.id })
  const user = toViewer(await findViewerStatement(db, subject, now))
  if (!user) throw wrongCredentials() // removed in the meantime
  await Promise.all([forgetAttempts(db, attempts), returnAttempt(db, refusals)])
  return { to: pathAfterSignIn(user.state, input.next, c.get('locale').code), data: { token: accessToken, user } }
}

type Candidate = { kind: Subject['kind']; row: { id: string; passwordHash: string } | null }

function findOwner(candidates: readonly Candidate[], hash: string): { kind: Subject['kind']; id: string } | null {
  for (const { kind, row } of candidates) {
    if (row && isSameHash(row.passwordHash, hash)) return { kind, id: row.id }
  }
  return null
}

function wrongCredentials(): AppError {
  return new AppError('Unknown address or wrong password', { status: 401, code: 'wrong-credentials' })
}
