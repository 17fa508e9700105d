import * as v from 'valibot'
import { providerActions } from '#features/auth/contract.ts'
import { AppError } from '#shared/errors.ts'
import { decodeBase64url, isSameSecret, newId } from '#server/crypto/secrets.ts'
import { readBody } from '#server/actions/body.ts'
import type { AppContext } from '#server/context.ts'
import { nodeCrypto } from '#server/crypto/node-crypto.ts'
import { publicOrigin } from '#server/origin.ts'
import { forgetIdentity } from './queries.ts'
import { getProvider } from './start.ts'

const dayMs = 24 * 60 * 60_000

const requestSchema = v.object({
  algorithm: v.picklist(['HMAC-SHA256']),
  user_id: v.pipe(v.string(), v.nonEmpty(), v.maxLength(255)),
  /** Seconds. */
  issued_at: v.number(),
})

/**
 * Removes the identity when Facebook reports that a person removed the application or wants their data deleted. Their account
 * stays; they can delete it in the settings. The response is the one that Facebook's documentation requires.
 */
export async function forgetFacebookPerson(c: AppContext): Promise<Response> {
  const { issuer, clientSecret } = getProvider(c, 'facebook')
  const { signed_request: signed } = await readBody(c)
  const subject = readSignedRequest(signed, clientSecret, c.get('now'))
  if (subject === null) throw new AppError('The request is not signed by Facebook', { status: 400, code: 'invalid' })
  await forgetIdentity(c.get('db'), { issuer, subject })
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
