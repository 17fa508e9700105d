import { newToken } from '#server/crypto/secrets.ts'
import { nodeCrypto } from '#server/crypto/node-crypto.ts'
import { ProviderFailure } from './failure.ts'
import { fetchJson } from './fetch-json.ts'
import type { Attempt } from './sealed.ts'
import type { Provider } from './settings.ts'

/** The secrets of one attempt: 256 bits each. */
export function newSecrets(): Pick<Attempt, 'state' | 'nonce' | 'verifier'> {
  return { state: newToken(), nonce: newToken(), verifier: newToken() }
}

/** Returns the provider's address for the browser: the authorisation code flow with state, nonce and PKCE by S256. */
export function authorizeUrl(provider: Provider, attempt: Attempt, redirectUri: string): string {
  const url = new URL(provider.authorizeUrl)
  const query = {
    response_type: 'code',
    client_id: provider.clientId,
    redirect_uri: redirectUri,
    scope: provider.scope,
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: nodeCrypto().createHash('sha256').update(attempt.verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(attempt.purpose === 'confirm' ? provider.again : {}),
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

/** Trades a code for the ID token, not verified yet. */
export async function exchangeCode(
  provider: Provider,
  { code, verifier, redirectUri }: { code: string; verifier: string; redirectUri: string },
): Promise<unknown> {
  const { status, body } = await fetchJson(provider.tokenUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      client_id: provider.clientId,
      client_secret: provider.clientSecret,
      code_verifier: verifier,
    }),
  })
  if (status >= 500) throw new ProviderFailure('unavailable', `the token endpoint answered ${status}`)
  if (status !== 200) throw new ProviderFailure('refused', `the token endpoint answered ${status}`)
  return body['id_token']
}
