import { defineEmail, noFacts, noticeLifetimeMs, sendEmailLater } from '#features/mail/server/public.ts'
import { href } from '#shared/routing/href.ts'
import { getLocale } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import type { AppContext } from '#server/context.ts'
import { factorPasskeyEmail } from './passkeys/emails.ts'

const factorEnrolledEmail = defineEmail({
  name: 'second-factor',
  lifetimeMs: noticeLifetimeMs,
  facts: noFacts,
  write: ({ t, code, origin, format, footer, reader, at }) => ({
    lang: getLocale(code).lang,
    subject: t('emails.secondFactor.subject'),
    preview: t('emails.secondFactor.preview'),
    title: t('emails.secondFactor.title', { name: reader.firstName }),
    paragraphs: [t('emails.secondFactor.text', { date: format.date(at), time: format.time(at) })],
    action: {
      label: t('emails.newDevice.action'),
      url: origin + href(routes.mainSettings, {}, { locale: code }),
    },
    notes: [t('emails.secondFactor.ignore'), footer('emails.security.footer')],
  }),
})

export const staffEmails = [factorEnrolledEmail, factorPasskeyEmail]

/** Notifies the account's owner of an enrolment before anyone accepts it. */
export function sendFactorEnrolled(c: AppContext, memberId: string): void {
  sendEmailLater(c, factorEnrolledEmail, { kind: 'member', id: memberId }, {})
}
