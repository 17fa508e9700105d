import { Hono } from 'hono'
import * as v from 'valibot'
import { consentForm } from '#features/legal/contract.ts'
import {
  agreeAgainInput,
  changeAddressForm,
  resendForm,
  resendInput,
  signUpForm,
  signUpInput,
  verifyAnewForm,
  verifyAnewInput,
  verifyForm,
  verifyInput,
} from '../contract.ts'
import { findWaitingClaims } from '#features/auth/providers/server/public.ts'
import { birthDateOrder } from '#shared/birth-date.ts'
import { action } from '#server/actions/action.ts'
import type { AppContext, AppEnv } from '#server/context.ts'
import { readCookie } from '#server/cookies.ts'
import { agreeAgain } from './agree-again.ts'
import { changeAddress } from './change-address.ts'
import { signUp } from './sign-up.ts'
import { guessTimeZone } from './time-zone.ts'
import { verifyAnew } from './verify-elsewhere.ts'
import { resendCode, verifyEmail } from './verify.ts'

/** POST /api/auth/sign-up → 201 `{token, user}`. */
export const registrationAuthRoutes = new Hono<AppEnv>().post('/sign-up', async (c: AppContext) => {
  const { isCommonPassword } = await import('./common-passwords.ts')
  const now = c.get('now')
  const claims = await findWaitingClaims({ env: c.env, now, cookie: (name) => readCookie(c, name) })
  const facts = {
    order: birthDateOrder(c.get('locale').code),
    now,
    timeZone: guessTimeZone(c),
    isCommonPassword,
    provider: claims?.provider ?? null,
  }
  return action(signUpForm, signUpInput(facts), (context, input) => signUp(context, input, claims))(c)
})

/** Under /api/registration: the code, another email, the way back to another address, and consents asked for again. */
export const registrationRoutes = new Hono<AppEnv>()
  .post('/verify', action(verifyForm, verifyInput, verifyEmail))
  .post('/verify/anew', async (c: AppContext) => {
    const { isCommonPassword } = await import('./common-passwords.ts')
    return action(verifyAnewForm, verifyAnewInput(isCommonPassword), verifyAnew)(c)
  })
  .post('/consents', action(consentForm, agreeAgainInput, agreeAgain))
  .post('/resend', action(resendForm, resendInput, resendCode))
  .post('/change-address', action(changeAddressForm, v.object({}), changeAddress))
