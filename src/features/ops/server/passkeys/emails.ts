import { defineEmail, noFacts, noticeLifetimeMs, sendEmailLater } from '#features/mail/server/public.ts'
import type { AppContext } from '#server/context.ts'
import { getLocale } from '#shared/i18n/locales.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'

export const factorPasskeyEmail = defineEmail({
  name: 'factor-passkey',
  lifetimeMs: noticeLifetimeMs,
  facts: noFacts,
  write: ({ t, code, origin, format, footer, reader, at }) => ({
    lang: getLocale(code).lang,
    subject: t('emails.factorPasskey.subject'),
    preview: t('emails.factorPasskey.preview'),
    title: t('emails.factorPasskey.title', { name: reader.firstName }),
    paragraphs: [t('emails.factorPasskey.text', { date: format.date(at), time: format.time(at) })],
    action: {
      label: t('emails.provider.action'),
      url: origin + href(routes.mainSettings, {}, { locale: code, query: { section: 'devices' } }),
    },
    notes: [t('emails.secondFactor.ignore'), footer('emails.security.footer')],
  }),
})

/** Notifies the account's owner that a passkey was enrolled as second factor, before anyone accepts it. */
export function sendPasskeyEnrolled(c: AppContext, memberId: string): void {
  sendEmailLater(c, factorPasskeyEmail, { kind: 'member', id: memberId }, {})
}
