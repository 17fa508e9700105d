import * as v from 'valibot'
import { href } from '#shared/routing/href.ts'
import { getLocale } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import { defineEmail, noFacts, noticeLifetimeMs, sendEmailLater, type EmailContext } from '#features/mail/server/public.ts'
import { codeLifetimeMs, undoLifetimeMs } from '#features/auth/contract.ts'
import type { AppContext } from '#server/context.ts'

const minutes = codeLifetimeMs / 60_000
const hours = undoLifetimeMs / 3_600_000

/** Parts that all emails about account security have in common. */
function envelope(
  { t, code, footer, reader }: EmailContext,
  about: 'resetCode' | 'passwordChanged' | 'emailCode' | 'emailTaken' | 'emailChanged',
) {
  return {
    lang: getLocale(code).lang,
    subject: t(`emails.${about}.subject`),
    preview: t(`emails.${about}.preview`),
    title: t(`emails.${about}.title`, { name: reader.firstName }),
    notes: [t(`emails.${about}.ignore`), footer('emails.security.footer')],
  }
}

const resetCodeEmail = defineEmail({
  name: 'reset-code',
  lifetimeMs: codeLifetimeMs,
  facts: v.object({ id: v.string(), code: v.string(), link: v.string() }),
  write: (context, { id, code, link }) => ({
    ...envelope(context, 'resetCode'),
    paragraphs: [context.tn('emails.resetCode.text', minutes, { minutes })],
    code,
    action: {
      label: context.t('emails.resetCode.action'),
      url: context.origin + href(routes.signIn, {}, { locale: context.code, query: { step: 'reset', c: id, t: link } }),
    },
  }),
})

const passwordChangedEmail = defineEmail({
  name: 'password-changed',
  lifetimeMs: noticeLifetimeMs,
  /** Emails that were queued before there were passkeys have no facts. */
  facts: v.object({ hadPasskeys: v.optional(v.boolean(), false) }),
  write: (context, { hadPasskeys }) => ({
    ...envelope(context, 'passwordChanged'),
    paragraphs: [
      context.t('emails.passwordChanged.text', { date: context.format.date(context.at), time: context.format.time(context.at) }),
      ...(hadPasskeys ? [context.t('emails.passwordChanged.passkeys')] : []),
    ],
    action: {
      label: context.t('emails.passwordChanged.action'),
      url: context.origin + href(routes.signIn, {}, { locale: context.code, query: { step: 'reset' } }),
    },
  }),
})

const addressCodeEmail = defineEmail({
  name: 'address-code',
  lifetimeMs: codeLifetimeMs,
  facts: v.object({ code: v.string() }),
  write: (context, { code }) => ({
    ...envelope(context, 'emailCode'),
    paragraphs: [context.tn('emails.emailCode.text', minutes, { minutes })],
    code,
  }),
})

const addressTakenEmail = defineEmail({
  name: 'address-taken',
  lifetimeMs: noticeLifetimeMs,
  facts: noFacts,
  write: (context) => ({
    ...envelope(context, 'emailTaken'),
    paragraphs: [context.t('emails.emailTaken.text')],
  }),
})

const addressChangedEmail = defineEmail({
  name: 'address-changed',
  lifetimeMs: undoLifetimeMs,
  facts: v.object({ undoToken: v.string() }),
  write: (context, { undoToken }) => ({
    ...envelope(context, 'emailChanged'),
    paragraphs: [
      context.t('emails.emailChanged.text', { date: context.format.date(context.at), time: context.format.time(context.at) }),
      context.t('emails.passwordChanged.preview'),
      context.tn('emails.emailChanged.undo', hours, { hours }),
    ],
    action: {
      label: context.t('emails.emailChanged.action'),
      url: context.origin + href(routes.signIn, {}, { locale: context.code, query: { step: 'undo', t: undoToken } }),
    },
  }),
})

export const recoveryEmails = [resetCodeEmail, passwordChangedEmail, addressCodeEmail, addressTakenEmail, addressChangedEmail]

export function sendResetCode(c: AppContext, memberId: string, secret: { id: string; code: string; link: string }): void {
  sendEmailLater(c, resetCodeEmail, { kind: 'member', id: memberId }, secret)
}

/** `hadPasskeys`: they were removed with the change. */
export function sendPasswordChanged(c: AppContext, memberId: string, facts: { hadPasskeys: boolean }): void {
  sendEmailLater(c, passwordChangedEmail, { kind: 'member', id: memberId }, facts)
}

/** Sends to the new address, which is not confirmed yet. `id`: of the code's row, which has the address. */
export function sendEmailCode(c: AppContext, { id, code }: { id: string; code: string }): void {
  sendEmailLater(c, addressCodeEmail, { kind: 'new-address', id }, { code })
}

/** Informs the owner of an address that another member tried to use it; it reveals nothing about that member. */
export function sendAddressTaken(c: AppContext, memberId: string): void {
  sendEmailLater(c, addressTakenEmail, { kind: 'member', id: memberId }, {})
}

/** Sends to the old address; only this email contains the token. `changeId`: of the change's row, which has the address. */
export function sendEmailChanged(c: AppContext, changeId: string, undoToken: string): void {
  sendEmailLater(c, addressChangedEmail, { kind: 'old-address', id: changeId }, { undoToken })
}
