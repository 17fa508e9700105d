export { offeredProviders } from './settings.ts'
export { findCallbackProvider, finishSignIn, isProviderCallback } from './callback.ts'
export { deleteClaims, findWaitingClaims, type WaitingClaims } from './sealed.ts'
export { loadLinkedAccounts, linkedAccountsStatement } from './linked-accounts.ts'
