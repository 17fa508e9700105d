export { offeredProviders } from './settings.ts'
export { findCallbackProvider, finishSignIn, isProviderCallback } from './finish-sign-in.ts'
export { deleteClaims, findWaitingClaims, type WaitingClaims } from './sealed.ts'
export { loadLinkedAccounts, linkedAccountsStatement } from './linked-accounts.ts'
