import * as v from 'valibot'
import { providerNames, type ProviderName } from '#features/auth/contract.ts'
import { defineEmail, noticeLifetimeMs, sendEmailLater } from '#features/mail/server/public.ts'
import { href } from '#shared/routing/href.ts'
import { getLocale } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import type { AppContext } from '#server/context.ts'

const changedEmail = defineEmail({
  name: 'provider-changed',
  lifetimeMs: noticeLifetimeMs,
  facts: v.object({ name: v.picklist(providerNames), what: v.picklist(['linked', 'unlinked']) }),
  write: ({ t, code, origin, format, footer, reader, at }, { name, what }) => {
    const provider = t(`emails.provider.names.${name}`)
    return {
      lang: getLocale(code).lang,
      subject: t(`emails.provider.${what}.subject`, { provider }),
      preview: t(`emails.provider.${what}.preview`, { provider }),
      title: t(`emails.provider.${what}.title`, { name: reader.firstName }),
      paragraphs: [t(`emails.provider.${what}.text`, { provider, date: format.date(at), time: format.time(at) })],
      action: { label: t('emails.provider.action'), url: origin + href(routes.mainSettings, {}, { locale: code }) },
      notes: [t('emails.provider.ignore'), footer('emails.security.footer')],
    }
  },
})

export const providerEmails = [changedEmail]

/** Informs the owner that a sign-in method was linked or removed, whoever did it. */
export function sendProviderChanged(c: AppContext, memberId: string, name: ProviderName, what: 'linked' | 'unlinked'): void {
  sendEmailLater(c, changedEmail, { kind: 'member', id: memberId }, { name, what })
}
