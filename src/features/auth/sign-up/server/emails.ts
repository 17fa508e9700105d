import * as v from 'valibot'
import { href } from '#shared/routing/href.ts'
import { getLocale } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import { defineEmail, noFacts, noticeLifetimeMs, sendEmailLater } from '#features/mail/server/public.ts'
import { codeLifetimeMs } from '#features/auth/contract.ts'
import type { AppContext } from '#server/context.ts'

const minutes = codeLifetimeMs / 60_000

const codeEmail = defineEmail({
  name: 'sign-up-code',
  lifetimeMs: codeLifetimeMs,
  facts: v.object({ code: v.string(), linkToken: v.string() }),
  write: ({ t, tn, code, origin, footer, reader }, secrets) => ({
    lang: getLocale(code).lang,
    subject: t('emails.code.subject'),
    preview: t('emails.code.preview'),
    title: t('emails.code.title', { name: reader.firstName }),
    paragraphs: [tn('emails.code.text', minutes, { minutes })],
    code: secrets.code,
    action: {
      label: t('emails.code.action'),
      url: origin + href(routes.emailVerify, {}, { locale: code, query: { t: secrets.linkToken } }),
    },
    notes: [t('emails.code.ignore'), footer('emails.footer')],
  }),
})

const knownAddressEmail = defineEmail({
  name: 'known-address',
  lifetimeMs: noticeLifetimeMs,
  facts: noFacts,
  write: ({ t, code, origin, footer, reader }) => ({
    lang: getLocale(code).lang,
    subject: t('emails.known.subject'),
    preview: t('emails.known.preview'),
    title: t('emails.known.title', { name: reader.firstName }),
    paragraphs: [t('emails.known.text'), t('emails.known.reset')],
    action: { label: t('emails.known.action'), url: origin + href(routes.signIn, {}, { locale: code }) },
    notes: [t('emails.known.ignore'), footer('emails.known.footer')],
  }),
})

export const signUpEmails = [codeEmail, knownAddressEmail]

/** Sends the code, and the link that opens the page with the code filled in. */
export function sendCode(c: AppContext, registrationId: string, { code, linkToken }: { code: string; linkToken: string }): void {
  sendEmailLater(c, codeEmail, { kind: 'registration', id: registrationId }, { code, linkToken })
}

/** Informs the owner of an address that someone tried to sign up with it; reveals nothing about that person. */
export function sendKnownAddress(c: AppContext, memberId: string): void {
  sendEmailLater(c, knownAddressEmail, { kind: 'member', id: memberId }, {})
}
