import type { AppContext } from '#server/context.ts'
import { clientAddress } from '#server/client-address.ts'
import { attemptLimits, countAttempt, forgetAttempts, requireWithinLimit, returnAttempt } from '#server/limits/attempts.ts'
import { findKnownDevice } from './devices.ts'
import { sendSignInAttempts } from './emails.ts'
import { existingMemberStatement } from './queries.ts'
import { hashToken } from '#server/crypto/secrets.ts'
import { noticeSecurityLater } from './notify-other-devices.ts'

/**
 * A counted sign-in. `succeed` takes back the counts that a right password may take back; `isLast`: strangers have no tries left.
 */
type Counted = { isLast: boolean; succeed: () => Promise<void> }

type Asked = { email: string; account: { id: string } | null; devices: readonly string[] }

/**
 * Counts a sign-in before anything is hashed, or throws 429. A browser that the account knows has its own budget, so strangers
 * cannot lock its owner out. All other browsers share one. Every address has one, so it does not reveal which addresses have an
 * account.
 */
export async function requireSignInAttempt(c: AppContext, { email, account, devices }: Asked): Promise<Counted> {
  const device = account && findKnownDevice(c, account.id, devices)
  return device ? countForDevice(c, email, device) : countForStrangers(c, email)
}

async function countForDevice(c: AppContext, email: string, device: string): Promise<Counted> {
  const { key } = await requireWithinLimit(c, 'signInDevice', `sign-in-device:${device}`, email)
  return { isLast: false, succeed: () => forgetAttempts(c.get('db'), key) }
}

/** Network limits come first: a network over its limit must not use up the budgets of accounts. */
async function countForStrangers(c: AppContext, email: string): Promise<Counted> {
  const db = c.get('db')
  const address = clientAddress(c)
  const own = await requireWithinLimit(c, 'signIn', `sign-in:${hashToken(`${address} ${email}`)}`, email)
  const refused = await requireWithinLimit(c, 'refusedSignIns', `refused-sign-ins:${hashToken(address)}`)
  const everybody = await requireWithinLimit(c, 'signInAccount', `sign-in-account:${hashToken(email)}`, email)
  return {
    isLast: everybody.count === attemptLimits.signInAccount.limit,
    // Attempts by others stay counted: otherwise an attacker could simply wait for the owner to sign in.
    async succeed() {
      await Promise.all([
        forgetAttempts(db, own.key),
        returnAttempt(db, refused.key, refused.expiresAt),
        returnAttempt(db, everybody.key, everybody.expiresAt),
      ])
    },
  }
}

/** Warns the owner after the response, so that its timing reveals nothing; at most once a day, however long the attack lasts. */
export function warnOwnerLater(c: AppContext, memberId: string): void {
  const db = c.get('db')
  const warn = async () => {
    const { count } = await countAttempt(db, `sign-in-letter:${memberId}`, attemptLimits.signInEmail, c.get('now'))
    const [owner] = count > attemptLimits.signInEmail.limit ? [] : await existingMemberStatement(db, memberId)
    if (!owner) return
    sendSignInAttempts(c, memberId)
    noticeSecurityLater(c, memberId, { kind: 'security', event: 'sign-in-attempts' })
  }
  c.executionCtx.waitUntil(warn())
}
