import { href } from '#shared/routing/href.ts'
import { getLocale } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import { sendEmailLater, type EmailContext, type Reader } from '#features/mail/server/public.ts'
import type { AppContext } from '#server/context.ts'
import { describeDevice } from './user-agent.ts'

/** Reports a sign-in from a browser that the member has not used before: its family and the time, never the location. */
export function sendNewDevice(c: AppContext, owner: Reader, userAgent: string): void {
  const now = c.get('now')
  sendEmailLater(c, owner, ({ t, format, code, origin, footer }) => {
    const device = nameOf(userAgent, t)
    return {
      lang: getLocale(code).lang,
      subject: t('emails.newDevice.subject'),
      preview: t('emails.newDevice.preview', { device }),
      title: t('emails.newDevice.title', { name: owner.firstName }),
      paragraphs: [
        t('emails.newDevice.text', { device, date: format.date(now), time: format.time(now) }),
        t('emails.newDevice.cure'),
      ],
      action: { label: t('emails.newDevice.action'), url: origin + href(routes.mainSettings, {}, { locale: code }) },
      notes: [t('emails.newDevice.ignore'), footer('emails.security.footer')],
    }
  })
}

/** Reports that a session ended because its refresh token came back: of which browser, and what it may mean. */
export function sendSessionReused(c: AppContext, owner: Reader, userAgent: string): void {
  const now = c.get('now')
  sendEmailLater(c, owner, (context) => {
    const { t, format } = context
    const facts = { device: nameOf(userAgent, t), date: format.date(now), time: format.time(now) }
    return warning(context, 'sessionReused', [t('emails.sessionReused.text', facts), t('emails.sessionReused.why')])
  })
}

/** Reports that strangers have used up what they may guess at this account, for now. */
export function sendSignInAttempts(c: AppContext, owner: Reader): void {
  const now = c.get('now')
  sendEmailLater(c, owner, (context) => {
    const { t, format } = context
    return warning(context, 'signInAttempts', [
      t('emails.signInAttempts.text', { date: format.date(now), time: format.time(now) }),
      t('emails.signInAttempts.own'),
    ])
  })
}

/** Parts that the warnings have in common: no name in the title, what to do, and the way to the settings. */
function warning(
  { t, code, origin, footer }: EmailContext,
  about: 'sessionReused' | 'signInAttempts',
  paragraphs: readonly string[],
) {
  return {
    lang: getLocale(code).lang,
    subject: t(`emails.${about}.subject`),
    preview: t(`emails.${about}.preview`),
    title: t(`emails.${about}.title`),
    paragraphs: [...paragraphs, t(`emails.${about}.cure`)],
    action: { label: t('emails.provider.action'), url: origin + href(routes.mainSettings, {}, { locale: code }) },
    notes: [footer('emails.security.footer')],
  }
}

function nameOf(userAgent: string, t: EmailContext['t']): string {
  const { browser, system } = describeDevice(userAgent)
  return browser && system ? t('emails.device.name', { browser, system }) : (browser ?? system ?? t('emails.device.unknown'))
}
