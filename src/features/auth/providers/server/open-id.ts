import * as oauth from 'oauth4webapi'
import { readClaims, type Claims } from './claims.ts'
import { ProviderFailure } from './failure.ts'
import { fetchBounded } from './fetch-bounded.ts'
import type { Attempt } from './sealed.ts'
import type { Provider } from './settings.ts'

type Secrets = Pick<Attempt, 'state' | 'nonce' | 'verifier'>

/** Asymmetric signatures only: with a shared-secret algorithm, a public key would work as the secret. */
const algorithms = ['RS256', 'ES256']

/** Public keys by URL, per isolate: values, never promises, because workerd ties promises to the request that created them. */
const keptKeys = new Map<string, oauth.ExportedJWKSCache>()

/** The secrets of one attempt, 256 bits each. */
export const newSecrets = (): Secrets => ({
  state: oauth.generateRandomState(),
  nonce: oauth.generateRandomNonce(),
  verifier: oauth.generateRandomCodeVerifier(),
})

/** Returns the provider's URL for the browser: authorisation code flow with state, nonce and PKCE by S256. */
export async function authorizeUrl(provider: Provider, attempt: Attempt, redirectUri: string): Promise<string> {
  const url = new URL(provider.authorizeUrl)
  const query = {
    response_type: 'code',
    client_id: provider.clientId,
    redirect_uri: redirectUri,
    scope: provider.scope,
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    ...(attempt.purpose === 'confirm' ? provider.again : {}),
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

/** Reads the URL to which a provider sent a browser back. Null if it does not match this state. */
export function readReturn(provider: Provider, url: URL, state: string): { code: URLSearchParams } | 'declined' | null {
  try {
    return { code: oauth.validateAuthResponse(serverOf(provider), clientOf(provider), url, state) }
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError) return 'declined'
    if (isRefusal(error)) return null
    throw error
  }
}

/**
 * Exchanges the code of `readReturn` for an ID token, and verifies it. It checks the signature by one of the provider's own keys,
 * the pinned algorithm, issuer, audience, age, and this browser's nonce. Throws `refused` for everything else.
 */
export async function exchangeCode(
  provider: Provider,
  { code, secrets, redirectUri, now }: { code: URLSearchParams; secrets: Secrets; redirectUri: string; now: number },
): Promise<Claims> {
  const [server, client] = [serverOf(provider), clientOf(provider)]
  const requests = { [oauth.customFetch]: fetchBounded, [oauth.allowInsecureRequests]: isOnThisMachine(provider) }
  try {
    const authentication = oauth.ClientSecretPost(provider.clientSecret)
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      code,
      redirectUri,
      secrets.verifier,
      requests,
    )
    const expected = { expectedNonce: secrets.nonce, requireIdToken: true }
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, expected)
    const keys: oauth.JWKSCacheInput = structuredClone(keptKeys.get(provider.jwksUrl)) ?? {}
    await oauth.validateApplicationLevelSignature(server, response, { ...requests, [oauth.jwksCache]: keys })
    const { jwks, uat } = keys
    if (jwks && uat) keptKeys.set(provider.jwksUrl, structuredClone({ jwks, uat }))
    return readClaims(provider, oauth.getValidatedIdTokenClaims(tokens), now)
  } catch (error) {
    if (!isRefusal(error)) throw error
    throw new ProviderFailure('refused', `the answer is not genuine: ${error.message}`, error)
  }
}

const serverOf = (provider: Provider): oauth.AuthorizationServer => ({
  issuer: provider.issuer,
  token_endpoint: provider.tokenUrl,
  jwks_uri: provider.jwksUrl,
  id_token_signing_alg_values_supported: algorithms,
})

const clientOf = (provider: Provider): oauth.Client => ({ client_id: provider.clientId })

/** Requests use HTTPS only, except for a provider on this machine, as in tests. */
const isOnThisMachine = ({ tokenUrl }: Provider) => new URL(tokenUrl).hostname === '127.0.0.1'

/**
 * What the library throws for an invalid response, and the platform for a broken key or token. Their messages contain no value.
 */
function isRefusal(error: unknown): error is Error {
  return [
    oauth.OperationProcessingError,
    oauth.ResponseBodyError,
    oauth.UnsupportedOperationError,
    oauth.WWWAuthenticateChallengeError,
    DOMException,
    TypeError,
  ].some((kind) => error instanceof kind)
}
