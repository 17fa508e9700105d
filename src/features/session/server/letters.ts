import { brand } from '#shared/brand.ts'
import { href } from '#shared/href.ts'
import { getLocale } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routes.ts'
import { sendLetterLater, type Reader } from '#features/mail/server/public.ts'
import type { AppContext } from '#worker/http/context.ts'
import { describeDevice } from './user-agent.ts'

/** Tells of a sign-in from a browser that the member has not used before: which family and when, never from where. */
export function sendNewDevice(c: AppContext, owner: Reader, userAgent: string): void {
  const now = c.get('now')
  const { browser, system } = describeDevice(userAgent)
  sendLetterLater(c, owner, ({ t, format, code, origin }) => {
    const device =
      browser && system ? t('emails.device.name', { browser, system }) : (browser ?? system ?? t('emails.device.unknown'))
    return {
      lang: getLocale(code).lang,
      subject: t('emails.newDevice.subject', { brand: brand.name }),
      preview: t('emails.newDevice.preview', { device }),
      title: t('emails.newDevice.title', { name: owner.firstName }),
      paragraphs: [
        t('emails.newDevice.text', { device, date: format.date(now), time: format.time(now) }),
        t('emails.newDevice.cure'),
      ],
      action: { label: t('emails.newDevice.action'), url: origin + href(routes.mainSettings, {}, { locale: code }) },
      notes: [t('emails.newDevice.ignore'), t('emails.security.footer', { brand: brand.name })],
    }
  })
}
