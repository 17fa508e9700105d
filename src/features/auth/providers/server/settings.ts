import { providerNames, type ProviderName } from '#features/auth/contract.ts'
import type { Env } from '#server/env.ts'

/** A provider with this deployment's credentials and explicit endpoints. */
export type Provider = {
  name: ProviderName
  clientId: string
  clientSecret: string
  issuer: string
  authorizeUrl: string
  tokenUrl: string
  jwksUrl: string
  scope: string
  /** Parameters that make the provider ask for the person again instead of using its own session. */
  again: Record<string, string>
}

type Known = Pick<Provider, 'issuer' | 'authorizeUrl' | 'tokenUrl' | 'jwksUrl' | 'scope' | 'again'>

/** Endpoints as the providers document them: Google's OpenID Connect, Facebook's OpenID Connect code flow with PKCE. */
const known = {
  google: {
    issuer: 'https://accounts.google.com',
    authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs',
    scope: 'openid email profile',
    again: { prompt: 'select_account' },
  },
  facebook: {
    issuer: 'https://www.facebook.com',
    authorizeUrl: 'https://www.facebook.com/v21.0/dialog/oauth',
    tokenUrl: 'https://graph.facebook.com/v21.0/oauth/access_token',
    jwksUrl: 'https://www.facebook.com/.well-known/oauth/openid/jwks/',
    scope: 'openid email public_profile',
    again: { auth_type: 'reauthenticate' },
  },
} as const satisfies Record<ProviderName, Known>

/** Returns the provider, or null if the deployment has no credentials for it. */
export function findProvider(env: Env, name: ProviderName): Provider | null {
  const upper = name === 'google' ? 'GOOGLE' : 'FACEBOOK'
  const [clientId, clientSecret] = [env[`${upper}_CLIENT_ID`], env[`${upper}_CLIENT_SECRET`]]
  if (!clientId || !clientSecret) return null
  const usual = known[name]
  return {
    ...usual,
    name,
    clientId,
    clientSecret,
    issuer: env[`${upper}_ISSUER`] || usual.issuer,
    authorizeUrl: env[`${upper}_AUTHORIZE_URL`] || usual.authorizeUrl,
    tokenUrl: env[`${upper}_TOKEN_URL`] || usual.tokenUrl,
    jwksUrl: env[`${upper}_JWKS_URL`] || usual.jwksUrl,
  }
}

/** Returns the providers that get a button. */
export function offeredProviders(env: Env): ProviderName[] {
  return providerNames.filter((name) => findProvider(env, name) !== null)
}
