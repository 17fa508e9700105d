const minuteMs = 60_000

/** Other providers that vouch for people (product.md 'Google-login rule'). */
export const providerNames = ['google', 'facebook'] as const
export type ProviderName = (typeof providerNames)[number]

/** So long may somebody take at the provider. */
export const attemptLifetimeMs = 10 * minuteMs
/** So long verified claims wait for the rest of a sign-up. */
export const claimsLifetimeMs = 15 * minuteMs

/** Names of what comes back as a flash. */
export const providerForm = 'provider'
export const linkedAccountsForm = 'linked-accounts'
export const confirmForm = 'confirm'

/** Providers that this deployment has credentials for. */
export type OfferedProviders = { providers: readonly ProviderName[] }

/** A sign-up that a provider vouches for: what the form is filled in with. */
export type ProviderSignUp = { provider: ProviderName; email: string | null; firstName: string | null }

/** What the settings show of other accounts. */
export type LinkedAccountsProps = {
  accounts: readonly { provider: ProviderName; isLinked: boolean; isOffered: boolean; isOnlyWayIn: boolean }[]
  hasPassword: boolean
  /** False: the member has to confirm who they are before anything can be changed. */
  isConfirmed: boolean
}
