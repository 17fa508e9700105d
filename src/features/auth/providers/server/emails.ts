import type { ProviderName } from '../contract.ts'
import { sendEmailLater, type Reader } from '#features/mail/server/public.ts'
import { href } from '#shared/routing/href.ts'
import { getLocale } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import type { AppContext } from '#server/context.ts'

/** Informs the owner that the ways to open their account have changed, whoever did it. */
export function sendProviderChanged(c: AppContext, owner: Reader, name: ProviderName, what: 'linked' | 'unlinked'): void {
  const now = c.get('now')
  sendEmailLater(c, owner, ({ t, code, origin, format, footer }) => {
    const provider = t(`emails.provider.names.${name}`)
    return {
      lang: getLocale(code).lang,
      subject: t(`emails.provider.${what}.subject`, { provider }),
      preview: t(`emails.provider.${what}.preview`, { provider }),
      title: t(`emails.provider.${what}.title`, { name: owner.firstName }),
      paragraphs: [t(`emails.provider.${what}.text`, { provider, date: format.date(now), time: format.time(now) })],
      action: { label: t('emails.provider.action'), url: origin + href(routes.mainSettings, {}, { locale: code }) },
      notes: [t('emails.provider.ignore'), footer('emails.security.footer')],
    }
  })
}
