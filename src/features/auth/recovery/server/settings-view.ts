import type { Database } from '#db/database.ts'
import { describeDevice, isFreshlyConfirmed } from '#features/auth/session/server/public.ts'
import { resendAfterMs, type AccountProps } from '#features/auth/contract.ts'
import { judgeCode } from '../rules.ts'
import { findCodeStatement, type OneTimeCode } from './code-queries.ts'
import { findSignedInOwnerStatement, listDevicesStatement } from './queries.ts'

type Asked = { db: Database; sub: string; sid: string; now: number }

/** Reads the account for a member's settings: three statements for the page's batch. */
export function accountStatements({ db, sub: memberId, sid, now }: Asked) {
  return [
    findSignedInOwnerStatement(db, { sub: memberId, sid }, now),
    listDevicesStatement(db, memberId, now),
    findCodeStatement(db, { purpose: 'email-change', memberId }),
  ] as const
}

type OwnerRow = { email: string; passwordHash: string; confirmedAt: number | null }
type DeviceRow = { id: string; userAgent: string; seenAt: number }
/** How long an unconfirmed change is shown after its last email. */
const forgottenAfterMs = 60 * 60_000

export function toAccount(
  { sid, now }: Pick<Asked, 'sid' | 'now'>,
  [[owner], devices, [code]]: readonly [readonly OwnerRow[], readonly DeviceRow[], readonly OneTimeCode[]],
): AccountProps {
  const isPending = code !== undefined && code.sentAt > now - forgottenAfterMs
  return {
    email: {
      email: owner?.email ?? '',
      pending: isPending ? { email: code.email, status: judgeCode(code, now), resendAt: code.sentAt + resendAfterMs } : null,
    },
    hasPassword: owner ? owner.passwordHash !== '' : true,
    isConfirmed: isFreshlyConfirmed(owner?.confirmedAt ?? null, now),
    devices: devices
      .map(({ id, userAgent, seenAt }) => ({ id, ...describeDevice(userAgent), seenAt, current: id === sid }))
      .sort((left, right) => Number(right.current) - Number(left.current)),
  }
}
