import { sendEmailLater } from '#features/mail/server/public.ts'
import { href } from '#shared/routing/href.ts'
import { getLocale } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import type { AppContext } from '#server/context.ts'
import type { Staff } from './staff.ts'

/** Notifies the account's owner of an enrolment before anybody accepts it. */
export function sendFactorEnrolled(c: AppContext, owner: Staff): void {
  const now = c.get('now')
  sendEmailLater(c, owner, ({ t, code, origin, format, footer }) => ({
    lang: getLocale(code).lang,
    subject: t('emails.secondFactor.subject'),
    preview: t('emails.secondFactor.preview'),
    title: t('emails.secondFactor.title', { name: owner.firstName }),
    paragraphs: [t('emails.secondFactor.text', { date: format.date(now), time: format.time(now) })],
    action: {
      label: t('emails.newDevice.action'),
      url: origin + href(routes.mainSettings, {}, { locale: code }),
    },
    notes: [t('emails.secondFactor.ignore'), footer('emails.security.footer')],
  }))
}
