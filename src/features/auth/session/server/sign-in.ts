import { AppError } from '#shared/errors.ts'
import type { ActionResult } from '#server/actions/action.ts'
import type { AppContext } from '#server/context.ts'
import { noteSecurity } from '#server/security-events.ts'
import type { OwnSession } from '#features/auth/contract.ts'
import type { SignInInput } from './schemas.ts'
import { pathAfterSignIn } from '../rules.ts'
import type { Subject } from './tokens/access-token.ts'
import { startSession } from './browser-session.ts'
import { hashLike, hashPassword, isOutdatedHash, isSameHash, saltOf } from '#server/crypto/password-hash.ts'
import { findCredentialsWithDevices, replacePasswordHash } from './queries.ts'
import { requireSignInAttempt, warnOwnerLater } from './sign-in-budget.ts'
import { viewerOf } from './require-viewer.ts'

/**
 * Signs in by password: to the account, else to the pending registration of that address. Every call hashes once and every
 * refusal reads the same, so neither timing nor response reveals which addresses are known.
 */
export async function signIn(c: AppContext, input: SignInInput): Promise<ActionResult<OwnSession>> {
  const db = c.get('db')
  const now = c.get('now')
  const { account, pending, devices } = await findCredentialsWithDevices(db, input.email, now)
  const counted = await requireSignInAttempt(c, { email: input.email, account, devices })
  // An account that only a provider opens has no password.
  const candidate = await hashLike(input.password, account?.passwordHash || pending?.passwordHash)
  const owner = findOwner(
    [
      { kind: 'member', row: account },
      { kind: 'registration', row: pending },
    ],
    candidate,
  )
  if (!owner) {
    noteSecurity(c, { kind: 'sign-in-refused', account: input.email })
    if (counted.isLast && account) warnOwnerLater(c, account.id)
    throw wrongCredentials()
  }

  const { accessToken, subject } = await startSession(c, { kind: owner.kind, subjectId: owner.id })
  const user = await viewerOf(c, subject)
  if (!user) throw wrongCredentials() // removed in the meantime
  await counted.succeed()
  if (owner.kind === 'member') await renewHash(c, owner, input.password)
  return { to: pathAfterSignIn(user.state, input.next, c.get('locale').code), data: { token: accessToken, user } }
}

/** Renews an outdated hash, because only a sign-in has the password. The address keeps its salt. */
async function renewHash(c: AppContext, { id, passwordHash }: Owner, password: string): Promise<void> {
  if (!isOutdatedHash(passwordHash)) return
  const renewed = await hashPassword(password, saltOf(passwordHash))
  await replacePasswordHash(c.get('db'), id, passwordHash, renewed)
}

type Owner = { kind: Subject['kind']; id: string; passwordHash: string }
type Candidate = { kind: Subject['kind']; row: { id: string; passwordHash: string } | null }

function findOwner(candidates: readonly Candidate[], hash: string): Owner | null {
  for (const { kind, row } of candidates) {
    if (row && isSameHash(row.passwordHash, hash)) return { kind, ...row }
  }
  return null
}

function wrongCredentials(): AppError {
  return new AppError('Unknown address or wrong password', { status: 401, code: 'wrong-credentials' })
}
