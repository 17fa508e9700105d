import { href } from '#shared/routing/href.ts'
import { getLocale } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import { sendEmailLater, type EmailContext, type Reader } from '#features/mail/server/public.ts'
import { codeLifetimeMs, undoLifetimeMs } from '../contract.ts'
import type { AppContext } from '#server/context.ts'

const minutes = codeLifetimeMs / 60_000
const hours = undoLifetimeMs / 3_600_000

/** Parts that every e-mail about the account's safety has in common. */
function envelope(
  { t, code, footer }: EmailContext,
  about: 'resetCode' | 'passwordChanged' | 'emailCode' | 'emailTaken' | 'emailChanged',
) {
  return {
    lang: getLocale(code).lang,
    subject: t(`emails.${about}.subject`),
    preview: t(`emails.${about}.preview`),
    notes: [t(`emails.${about}.ignore`), footer('emails.security.footer')],
  }
}

export function sendResetCode(c: AppContext, owner: Reader, secret: { id: string; code: string; link: string }): void {
  sendEmailLater(c, owner, (context) => ({
    ...envelope(context, 'resetCode'),
    title: context.t('emails.resetCode.title', { name: owner.firstName }),
    paragraphs: [context.tn('emails.resetCode.text', minutes, { minutes })],
    code: secret.code,
    action: {
      label: context.t('emails.resetCode.action'),
      url:
        context.origin +
        href(routes.signIn, {}, { locale: context.code, query: { step: 'reset', c: secret.id, t: secret.link } }),
    },
  }))
}

export function sendPasswordChanged(c: AppContext, owner: Reader): void {
  const now = c.get('now')
  sendEmailLater(c, owner, (context) => ({
    ...envelope(context, 'passwordChanged'),
    title: context.t('emails.passwordChanged.title', { name: owner.firstName }),
    paragraphs: [context.t('emails.passwordChanged.text', { date: context.format.date(now), time: context.format.time(now) })],
    action: {
      label: context.t('emails.passwordChanged.action'),
      url: context.origin + href(routes.signIn, {}, { locale: context.code, query: { step: 'reset' } }),
    },
  }))
}

/** Writes to the new address, which is not confirmed yet. */
export function sendEmailCode(c: AppContext, reader: Reader, code: string): void {
  sendEmailLater(c, reader, (context) => ({
    ...envelope(context, 'emailCode'),
    title: context.t('emails.emailCode.title', { name: reader.firstName }),
    paragraphs: [context.tn('emails.emailCode.text', minutes, { minutes })],
    code,
  }))
}

/** Informs the owner of an address that another member tried to take; it says nothing about that member. */
export function sendAddressTaken(c: AppContext, owner: Reader): void {
  sendEmailLater(c, owner, (context) => ({
    ...envelope(context, 'emailTaken'),
    title: context.t('emails.emailTaken.title', { name: owner.firstName }),
    paragraphs: [context.t('emails.emailTaken.text')],
  }))
}

/** Writes to the old address; only this e-mail holds the token. */
export function sendEmailChanged(c: AppContext, owner: Reader, undoToken: string): void {
  const now = c.get('now')
  sendEmailLater(c, owner, (context) => ({
    ...envelope(context, 'emailChanged'),
    title: context.t('emails.emailChanged.title', { name: owner.firstName }),
    paragraphs: [
      context.t('emails.emailChanged.text', { date: context.format.date(now), time: context.format.time(now) }),
      context.t('emails.passwordChanged.preview'),
      context.tn('emails.emailChanged.undo', hours, { hours }),
    ],
    action: {
      label: context.t('emails.emailChanged.action'),
      url: context.origin + href(routes.signIn, {}, { locale: context.code, query: { step: 'undo', t: undoToken } }),
    },
  }))
}
