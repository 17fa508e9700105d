import { action, read } from '#shared/routing/action.ts'

const minuteMs = 60_000

/** Other providers that vouch for people (product.md 'Google-login rule'). */
export const providerNames = ['google', 'facebook'] as const
export type ProviderName = (typeof providerNames)[number]

/** How long somebody may take at the provider. */
export const attemptLifetimeMs = 10 * minuteMs
/** How long verified claims wait for the rest of a sign-up. */
export const claimsLifetimeMs = 15 * minuteMs

/** Form under which a provider's refusal comes back, as a flash, to the pages of signing in. */
export const providerForm = 'provider'

/** The ways to a provider and back. The callbacks of signing in are pages (src/shared/routing/routes.ts). */
export const providerActions = {
  google: action('/api/auth/google', 'linked-accounts'),
  facebook: action('/api/auth/facebook', 'linked-accounts'),
  linkGoogle: action('/api/auth/link/google', 'linked-accounts'),
  linkFacebook: action('/api/auth/link/facebook', 'linked-accounts'),
  confirmGoogle: action('/api/auth/confirm/google', 'linked-accounts'),
  confirmFacebook: action('/api/auth/confirm/facebook', 'linked-accounts'),
  linkGoogleCallback: read('/api/auth/link/google/callback'),
  linkFacebookCallback: read('/api/auth/link/facebook/callback'),
  unlink: action('/api/auth/unlink', 'linked-accounts'),
  confirm: action('/api/auth/confirm', 'confirm'),
  forget: action('/api/auth/forget-provider', 'forget-provider'),
  /** Facebook asks that a person's data is deleted. */
  facebookDeletion: action('/api/auth/facebook/deletion', '', { crossSite: true }),
  /** Facebook sends a person here who asks what became of their request. */
  facebookDeletionStatus: read('/api/auth/facebook/deletion'),
  facebookDeauthorize: action('/api/auth/facebook/deauthorize', '', { crossSite: true }),
}

/** Providers that this deployment has credentials for. */
export type OfferedProviders = { providers: readonly ProviderName[] }

/** A sign-up that a provider vouches for: what it said fills in the form. */
export type ProviderSignUp = { provider: ProviderName; email: string | null; firstName: string | null }

/** Other accounts as the settings show them. */
export type LinkedAccountsProps = {
  accounts: readonly { provider: ProviderName; isLinked: boolean; isOffered: boolean; isOnlyWayIn: boolean }[]
  hasPassword: boolean
  /** False: the member has to confirm who they are before anything can be changed. */
  isConfirmed: boolean
}
