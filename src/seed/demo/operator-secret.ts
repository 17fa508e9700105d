/**
 * TOTP secret of operator@demo.test, base32, for an authenticator app. Public on purpose: the demo exists in local
 * environments only, and `npm start` prints it.
 */
export const demoOperatorSecret = 'KISMETDEMOOPERATORSECRETBASE2346'
