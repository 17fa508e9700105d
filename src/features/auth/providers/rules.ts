import { providerNames, type LinkedAccountsProps, type ProviderName } from '#features/auth/contract.ts'

/** Members cannot lock themselves out: without a password, the last identity cannot be removed. */
export function isOnlyWayIn(provider: ProviderName, linked: readonly ProviderName[], hasPassword: boolean): boolean {
  return !hasPassword && linked.length === 1 && linked[0] === provider
}

type LinkFacts = { linked: readonly ProviderName[]; offered: readonly ProviderName[]; hasPassword: boolean }

/** The providers to show: those that can be linked, and linked ones, which may be removed. */
export function listAccounts({ linked, offered, hasPassword }: LinkFacts): LinkedAccountsProps['accounts'] {
  return providerNames
    .filter((provider) => linked.includes(provider) || offered.includes(provider))
    .map((provider) => ({
      provider,
      isLinked: linked.includes(provider),
      isOffered: offered.includes(provider),
      isOnlyWayIn: isOnlyWayIn(provider, linked, hasPassword),
    }))
}
