import { and, eq, ne } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { knownDevices } from '#db/schema.ts'
import { deviceCookieMs } from '#features/auth/contract.ts'
import type { AppContext } from '#server/context.ts'
import { cookieNames, readCookie, setHostCookie } from '#server/cookies.ts'
import { sendNewDevice } from './emails.ts'
import { existingMemberStatement } from './queries.ts'
import { hashToken, newToken } from '#server/crypto/secrets.ts'
import { noticeSecurityLater } from './notify-other-devices.ts'
import { describeDevice } from './user-agent.ts'

/**
 * Records that a member uses this browser, and emails them if it is a new one. Their first browser is not announced, because no
 * other could have been theirs. The cookie identifies a browser, never a person; the hash differs from member to member.
 */
export async function rememberDevice(c: AppContext, memberId: string): Promise<void> {
  const token = findDeviceToken(c) ?? newToken()
  const { isNew, owner } = await noteDevice(c.get('db'), memberId, hashDevice(memberId, token), c.get('now'))
  setHostCookie(c, cookieNames.device, token, deviceCookieMs / 1000)
  if (!isNew || !owner) return
  const userAgent = c.req.header('user-agent') ?? ''
  sendNewDevice(c, memberId, userAgent)
  noticeSecurityLater(c, memberId, { kind: 'security', event: 'new-device', ...describeDevice(userAgent) })
}

/** True if this member has signed in with this browser before. One read for any id, known or not. */
export async function isKnownDevice(c: AppContext, memberId: string): Promise<boolean> {
  const deviceHash = hashDevice(memberId, findDeviceToken(c) ?? '')
  const rows = await c
    .get('db')
    .select({ deviceHash: knownDevices.deviceHash })
    .from(knownDevices)
    .where(and(eq(knownDevices.memberId, memberId), eq(knownDevices.deviceHash, deviceHash)))
  return rows.length > 0
}

/** Returns this browser among those in which a member has signed in, or null. */
export function findKnownDevice(c: AppContext, memberId: string, knownHashes: readonly string[]): string | null {
  const token = findDeviceToken(c)
  const hash = token === null ? null : hashDevice(memberId, token)
  return hash !== null && knownHashes.includes(hash) ? hash : null
}

function findDeviceToken(c: AppContext): string | null {
  const kept = readCookie(c, cookieNames.device)
  return kept && /^[\w-]{43}$/.test(kept) ? kept : null
}

function hashDevice(memberId: string, token: string): string {
  return hashToken(`${memberId} ${token}`)
}

/** The insert decides, so of simultaneous sign-ins only one finds the device new. */
async function noteDevice(db: Database, memberId: string, deviceHash: string, now: number) {
  const own = and(eq(knownDevices.memberId, memberId), eq(knownDevices.deviceHash, deviceHash))
  const [inserted, , others, owners] = await db.batch([
    db
      .insert(knownDevices)
      .values({ memberId, deviceHash, firstSeenAt: now, lastSeenAt: now })
      .onConflictDoNothing()
      .returning({ deviceHash: knownDevices.deviceHash }),
    db.update(knownDevices).set({ lastSeenAt: now }).where(own),
    db
      .select({ deviceHash: knownDevices.deviceHash })
      .from(knownDevices)
      .where(and(eq(knownDevices.memberId, memberId), ne(knownDevices.deviceHash, deviceHash)))
      .limit(1),
    existingMemberStatement(db, memberId),
  ])
  return { isNew: inserted.length > 0 && others.length > 0, owner: owners[0] ?? null }
}
