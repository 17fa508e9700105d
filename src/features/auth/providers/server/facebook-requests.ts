import * as v from 'valibot'
import { providerActions } from '#features/auth/contract.ts'
import { deleteAccount, sendDeleted } from '#features/auth/session/server/public.ts'
import { AppError } from '#shared/errors.ts'
import { decodeBase64url, isSameSecret, newId } from '#server/crypto/secrets.ts'
import { readBody } from '#server/actions/body.ts'
import type { AppContext } from '#server/context.ts'
import { nodeCrypto } from '#server/crypto/node-crypto.ts'
import { publicOrigin } from '#server/origin.ts'
import { findOnlyWayIn, forgetIdentity } from './queries.ts'
import { getProvider } from './start.ts'

const dayMs = 24 * 60 * 60_000

const requestSchema = v.object({
  algorithm: v.picklist(['HMAC-SHA256']),
  user_id: v.pipe(v.string(), v.nonEmpty(), v.maxLength(255)),
  /** Seconds. */
  issued_at: v.number(),
})

/** Removes the identity when Facebook reports that a person removed the application. Their account stays, whatever opens it. */
export async function unlinkFacebookPerson(c: AppContext): Promise<Response> {
  await forgetIdentity(c.get('db'), await requireSigned(c))
  return confirm(c)
}

/**
 * Erases what came from Facebook when a person asks there for the deletion of their data. An account that nothing else opens is
 * deleted, too; a code by email still opens it for a restore.
 */
export async function forgetFacebookPerson(c: AppContext): Promise<Response> {
  const [db, now] = [c.get('db'), c.get('now')]
  const identity = await requireSigned(c)
  const memberId = await findOnlyWayIn(db, identity)
  // First the account: without its identity, a repeat would not find it.
  const deleted = memberId === null ? null : await deleteAccount(c.env, db, { memberId, now })
  if (memberId !== null && deleted) sendDeleted(c, memberId, { by: 'member', purgeAt: deleted.purgeAt })
  await forgetIdentity(db, identity)
  return confirm(c)
}

async function requireSigned(c: AppContext): Promise<{ issuer: string; subject: string }> {
  const { issuer, clientSecret } = getProvider(c, 'facebook')
  const { signed_request: signed } = await readBody(c)
  const subject = readSignedRequest(signed, clientSecret, c.get('now'))
  if (subject === null) throw new AppError('The request is not signed by Facebook', { status: 400, code: 'invalid' })
  return { issuer, subject }
}

/** The response that Facebook's documentation requires. */
function confirm(c: AppContext): Response {
  const confirmation = newId()
  const url = `${publicOrigin(c.env, c.req.url)}${providerActions.facebookDeletion.path}?code=${confirmation}`
  return c.json({ url, confirmation_code: confirmation })
}

/** Returns the person of a `signed_request`. Null if it is forged, older than a day or unreadable. */
export function readSignedRequest(signed: unknown, secret: string, now: number): string | null {
  if (typeof signed !== 'string') return null
  const [signature = '', payload = '', ...more] = signed.split('.')
  if (more.length > 0 || !isSameSecret(signature, nodeCrypto().createHmac('sha256', secret).update(payload).digest('base64url')))
    return null
  try {
    const request = v.parse(requestSchema, JSON.parse(new TextDecoder().decode(decodeBase64url(payload))))
    return Math.abs(now - request.issued_at * 1000) <= dayMs ? request.user_id : null
  } catch {
    return null // signed with the secret, but not in the documented form
  }
}
