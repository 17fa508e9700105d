import * as v from 'valibot'
import { legalActions } from '#features/legal/contract.ts'
import { on } from '#server/actions/action.ts'
import { handle } from '#server/actions/handle.ts'
import { agreeAgainInput, resendInput, verifyAgainInput, verifyInput } from './schemas.ts'
import { signUpActions } from '#features/auth/contract.ts'
import { agreeAgain } from './agree-again.ts'
import { changeAddress } from './change-address.ts'
import { signUp, signUpRules } from './sign-up.ts'
import { verifyAgain } from './verify-elsewhere.ts'
import { resendCode, verifyEmail } from './verify.ts'

export const signUpRoutes = [
  ...handle(signUpActions, {
    signUp: on(signUpRules, signUp),
    verify: on(verifyInput, verifyEmail),
    verifyAgain: on(async () => verifyAgainInput((await import('./common-passwords.ts')).isCommonPassword), verifyAgain),
    resend: on(resendInput, resendCode),
    changeAddress: on(v.object({}), changeAddress),
  }),
  ...handle(legalActions, { agreeAgain: on(agreeAgainInput, agreeAgain) }),
]
