import { href } from '#shared/routing/href.ts'
import { getLocale } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import { sendEmailLater, type Reader } from '#features/mail/server/public.ts'
import { codeLifetimeMs } from '../contract.ts'
import type { AppContext } from '#server/context.ts'

const minutes = codeLifetimeMs / 60_000

/** Sends the code, and the link that opens the page with the code filled in. */
export function sendCode(c: AppContext, reader: Reader, secrets: { code: string; linkToken: string }): void {
  sendEmailLater(c, reader, ({ t, tn, code, origin, footer }) => ({
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
  }))
}

/** Informs the owner of an address that someone tried to join with it; says nothing about that person. */
export function sendKnownAddress(c: AppContext, owner: Reader): void {
  sendEmailLater(c, owner, ({ t, code, origin, footer }) => ({
    lang: getLocale(code).lang,
    subject: t('emails.known.subject'),
    preview: t('emails.known.preview'),
    title: t('emails.known.title', { name: owner.firstName }),
    paragraphs: [t('emails.known.text'), t('emails.known.reset')],
    action: { label: t('emails.known.action'), url: origin + href(routes.signIn, {}, { locale: code }) },
    notes: [t('emails.known.ignore'), footer('emails.footer')],
  }))
}
