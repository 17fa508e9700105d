import * as v from 'valibot'
import { legalActions } from '#features/legal/contract.ts'
import { on } from '#server/actions/action.ts'
import { handle } from '#server/actions/handle.ts'
import { agreeAgainInput, resendInput, signUpActions, verifyAnewInput, verifyInput } from '../contract.ts'
import { agreeAgain } from './agree-again.ts'
import { changeAddress } from './change-address.ts'
import { signUp, signUpRules } from './sign-up.ts'
import { verifyAnew } from './verify-elsewhere.ts'
import { resendCode, verifyEmail } from './verify.ts'

export const signUpRoutes = [
  ...handle(signUpActions, {
    signUp: on(signUpRules, signUp),
    verify: on(verifyInput, verifyEmail),
    verifyAnew: on(async () => verifyAnewInput((await import('./common-passwords.ts')).isCommonPassword), verifyAnew),
    resend: on(resendInput, resendCode),
    changeAddress: on(v.object({}), changeAddress),
  }),
  ...handle(legalActions, { agreeAgain: on(agreeAgainInput, agreeAgain) }),
]
