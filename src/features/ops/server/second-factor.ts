import { hashToken } from '#server/crypto/secrets.ts'
import { AppError } from '#shared/errors.ts'
import type { AppContext } from '#server/context.ts'
import { noteSecurity } from '#server/security-events.ts'
import { encodeBase32, openSteps, readCode, recoveryCodeCount, wrongCodes } from '../rules.ts'
import { confirmFactor, noteRefusal, startFactor, takeRecoveryCode, takeStep } from './factor-queries.ts'
import { openSecret, sealSecret } from './sealed-secret.ts'
import { openPages } from './ops-session.ts'
import type { Staff } from './staff.ts'
import { findStep } from './totp.ts'
import { forgetAttempts, requireAttempt } from '#server/limits/attempts.ts'

/** Why a code was refused. */
export type CodeRefusal = 'wrong' | 'too-many'

const randomBase32 = (bytes: number) => encodeBase32(crypto.getRandomValues(new Uint8Array(bytes)))

/** Starts the enrolment of an account without a second factor: a new secret of 160 bits. */
export async function beginEnrolment(c: AppContext, staff: Staff): Promise<void> {
  await startFactor(c.get('db'), staff.id, await sealSecret(c.env, staff.id, randomBase32(20)))
}

export type Enrolled = { recoveryCodes: string[]; isAccepted: boolean }

/** Confirms the enrolment with a code of the app; returns the recovery codes, of which only hashes are stored. */
export async function finishEnrolment(c: AppContext, staff: Staff, typed: string): Promise<Enrolled | CodeRefusal> {
  return guarded(c, staff, 'code', async () => {
    const read = readCode(typed)
    const opened = staff.factor && (await openSecret(c.env, staff.id, staff.factor.sealedSecret))
    if (!opened || read?.kind !== 'totp') return null
    const step = await findStep(opened.secret, read.code, openSteps(c.get('now'), 0))
    if (step === null) return null
    const recoveryCodes = Array.from({ length: recoveryCodeCount }, () => randomBase32(10))
    const recoveryHashes = recoveryCodes.map((code) => hashToken(code))
    const confirmed = await confirmFactor(c.get('db'), { memberId: staff.id, step, recoveryHashes }, c.get('now'))
    return confirmed && { recoveryCodes, isAccepted: confirmed.isAccepted }
  })
}

/** Opens the pages by a code of the app or a recovery code, each once. Returns true or the reason of the refusal. */
export async function showCode(c: AppContext, staff: Staff, typed: string): Promise<true | CodeRefusal> {
  return guarded(c, staff, 'code', async () => {
    const read = readCode(typed)
    if (!read || !staff.factor?.isAccepted) return null
    const isTaken =
      read.kind === 'totp'
        ? await showTimeCode(c, staff.id, staff.factor, read.code)
        : await takeRecoveryCode(c.get('db'), staff.id, hashToken(read.code), c.get('now'))
    if (!isTaken) return null
    await openPages(c.get('db'), staff.sid, read.kind, c.get('now'))
    return true
  })
}

async function showTimeCode(c: AppContext, memberId: string, factor: NonNullable<Staff['factor']>, code: string) {
  const opened = await openSecret(c.env, memberId, factor.sealedSecret)
  if (!opened) return false
  const step = await findStep(opened.secret, code, openSteps(c.get('now'), factor.lastStep))
  if (step === null) return false
  const resealed = opened.isOld ? await sealSecret(c.env, memberId, opened.secret) : null
  return takeStep(c.get('db'), memberId, step, resealed)
}

/** Counts the attempt before the check, so that parallel guesses all count; a right one resets the count. */
export async function guarded<Taken>(
  c: AppContext,
  staff: Staff,
  what: 'code' | 'passkey',
  take: () => Promise<Taken | null>,
): Promise<Taken | CodeRefusal> {
  const key = `ops-code:${staff.id}`
  try {
    await requireAttempt(c.get('db'), key, wrongCodes, c.get('now'))
  } catch (error) {
    if (!(error instanceof AppError && error.status === 429)) throw error
    noteSecurity(c, { kind: 'limit-reached', account: staff.id, what: 'second-factor' })
    return 'too-many'
  }
  const taken = await take()
  if (taken === null) {
    noteSecurity(c, { kind: 'second-factor-refused', account: staff.id, what })
    await noteRefusal(c.get('db'), staff.id, what, c.get('now'))
    return 'wrong'
  }
  await forgetAttempts(c.get('db'), key)
  return taken
}
