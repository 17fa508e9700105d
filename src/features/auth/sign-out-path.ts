/** Separate from the contract, because guest pages do not need the contract's tables. */
export const signOutPath = '/api/auth/sign-out'
