import type { OperatorProps } from '#features/legal/contract.ts'
import { operatorOf } from '#features/legal/server/public.ts'
import { emailVerifySteps, resendAfterMs, type EmailVerifyProps } from '#features/auth/contract.ts'
import { judgeCode } from '#features/auth/sign-up/rules.ts'
import {
  codeOfLink,
  consentLinks,
  findOlderCodesStatement,
  findRegistrationStatement,
  isLinkOf,
  type Holder,
} from '#features/auth/sign-up/server/public.ts'
import { notFound } from '#shared/errors.ts'
import { defineLoad } from '#server/pages/load.ts'

export default defineLoad({
  statements({ db, viewerId, url, now }) {
    const holder: Holder = viewerId ? { registrationId: viewerId } : { linkToken: url.searchParams.get('t') ?? '' }
    return [findRegistrationStatement(db, holder, now), findOlderCodesStatement(db, holder, now)]
  },
  async props({ env, viewer, url, now, translator }, [rows, older]): Promise<EmailVerifyProps & OperatorProps> {
    const [registration] = rows
    if (!registration) throw notFound()
    const t = url.searchParams.get('t')
    return {
      email: viewer ? registration.email : null,
      // In the browser that registered, an old link also opens the page, but its code has expired.
      code: t && isLinkOf([registration, ...older], t) ? await codeOfLink(env, t) : null,
      t: viewer ? null : t,
      asks: viewer ? 'nothing' : registration.passwordHash === '' ? 'new-password' : 'password',
      consents: viewer ? null : consentLinks(translator.locale.code),
      status: judgeCode(registration, now),
      resendAt: registration.codeSentAt + resendAfterMs,
      operator: operatorOf(env),
      step: emailVerifySteps.find((step) => step === url.searchParams.get('step')) ?? null,
    }
  },
  title: ({ translator }, { email }) => translator.t(email ? 'auth.verify.title' : 'auth.verify.guestTitle'),
})
