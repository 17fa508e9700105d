import { href } from '#shared/routing/href.ts'
import { getLocale } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import { sendLetterLater, type Desk, type Reader } from '#features/mail/server/public.ts'
import { codeLifetimeMs, undoLifetimeMs } from '../contract.ts'
import type { AppContext } from '#server/context.ts'

const minutes = codeLifetimeMs / 60_000
const hours = undoLifetimeMs / 3_600_000

/** What every letter about the account's safety has in common. */
function envelope(
  { t, code, footer }: Desk,
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
  sendLetterLater(c, owner, (desk) => ({
    ...envelope(desk, 'resetCode'),
    title: desk.t('emails.resetCode.title', { name: owner.firstName }),
    paragraphs: [desk.tn('emails.resetCode.text', minutes, { minutes })],
    code: secret.code,
    action: {
      label: desk.t('emails.resetCode.action'),
      url: desk.origin + href(routes.signIn, {}, { locale: desk.code, query: { step: 'reset', c: secret.id, t: secret.link } }),
    },
  }))
}

export function sendPasswordChanged(c: AppContext, owner: Reader): void {
  const now = c.get('now')
  sendLetterLater(c, owner, (desk) => ({
    ...envelope(desk, 'passwordChanged'),
    title: desk.t('emails.passwordChanged.title', { name: owner.firstName }),
    paragraphs: [desk.t('emails.passwordChanged.text', { date: desk.format.date(now), time: desk.format.time(now) })],
    action: {
      label: desk.t('emails.passwordChanged.action'),
      url: desk.origin + href(routes.signIn, {}, { locale: desk.code, query: { step: 'reset' } }),
    },
  }))
}

/** To the new address, which nobody has confirmed yet. */
export function sendEmailCode(c: AppContext, reader: Reader, code: string): void {
  sendLetterLater(c, reader, (desk) => ({
    ...envelope(desk, 'emailCode'),
    title: desk.t('emails.emailCode.title', { name: reader.firstName }),
    paragraphs: [desk.tn('emails.emailCode.text', minutes, { minutes })],
    code,
  }))
}

/** To the owner of an address that another member tried to take; says nothing to whoever tried. */
export function sendAddressTaken(c: AppContext, owner: Reader): void {
  sendLetterLater(c, owner, (desk) => ({
    ...envelope(desk, 'emailTaken'),
    title: desk.t('emails.emailTaken.title', { name: owner.firstName }),
    paragraphs: [desk.t('emails.emailTaken.text')],
  }))
}

/** To the old address; only this letter holds the token. */
export function sendEmailChanged(c: AppContext, owner: Reader, undoToken: string): void {
  const now = c.get('now')
  sendLetterLater(c, owner, (desk) => ({
    ...envelope(desk, 'emailChanged'),
    title: desk.t('emails.emailChanged.title', { name: owner.firstName }),
    paragraphs: [
      desk.t('emails.emailChanged.text', { date: desk.format.date(now), time: desk.format.time(now) }),
      desk.t('emails.passwordChanged.preview'),
      desk.tn('emails.emailChanged.undo', hours, { hours }),
    ],
    action: {
      label: desk.t('emails.emailChanged.action'),
      url: desk.origin + href(routes.signIn, {}, { locale: desk.code, query: { step: 'undo', t: undoToken } }),
    },
  }))
}
