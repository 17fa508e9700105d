/** Apart from the contract, whose tables pages for guests do without. */
export const signOutPath = '/api/auth/sign-out'
