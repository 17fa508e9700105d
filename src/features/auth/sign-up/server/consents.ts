import { legalVersion, type ConsentText } from '#features/legal/contract.ts'
import { describeConsent, operatorOf } from '#features/legal/server/public.ts'
import type { ConsentLinks } from '#features/auth/contract.ts'
import { href } from '#shared/routing/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import type { Env } from '#server/env.ts'

/** Returns the two texts to which a form asks people to agree. */
export function consentLinks(locale: LocaleCode): ConsentLinks {
  return {
    terms: { version: legalVersion('terms'), href: href(routes.termsAndConditions, {}, { locale }) },
    sensitiveData: { version: legalVersion('consent'), href: href(routes.dataProcessingConsent, {}, { locale }) },
  }
}

/** Returns the texts in the form in which consents are stored. */
export function describeConsents(env: Env, locale: LocaleCode): Promise<ConsentText[]> {
  const operator = operatorOf(env)
  return Promise.all([describeConsent('terms', locale, operator), describeConsent('sensitive-data', locale, operator)])
}
