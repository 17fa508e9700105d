import * as v from 'valibot'
import { href } from '#shared/routing/href.ts'
import { getLocale } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import { defineEmail, noFacts, noticeLifetimeMs, sendEmailLater, type EmailContext } from '#features/mail/server/public.ts'
import type { AppContext } from '#server/context.ts'
import { describeDevice, type Device } from './user-agent.ts'

/** Only the families go into the queue, never the whole user agent. */
const deviceFacts = v.object({ browser: v.nullable(v.string()), system: v.nullable(v.string()) })

const newDeviceEmail = defineEmail({
  name: 'new-device',
  lifetimeMs: noticeLifetimeMs,
  facts: deviceFacts,
  write: ({ t, format, code, origin, footer, reader, at }, facts) => {
    const device = nameOf(facts, t)
    return {
      lang: getLocale(code).lang,
      subject: t('emails.newDevice.subject'),
      preview: t('emails.newDevice.preview', { device }),
      title: t('emails.newDevice.title', { name: reader.firstName }),
      paragraphs: [
        t('emails.newDevice.text', { device, date: format.date(at), time: format.time(at) }),
        t('emails.newDevice.cure'),
      ],
      action: { label: t('emails.newDevice.action'), url: origin + href(routes.mainSettings, {}, { locale: code }) },
      notes: [t('emails.newDevice.ignore'), footer('emails.security.footer')],
    }
  },
})

const sessionReusedEmail = defineEmail({
  name: 'session-reused',
  lifetimeMs: noticeLifetimeMs,
  facts: deviceFacts,
  write: (context, device) => {
    const { t, format, at } = context
    const facts = { device: nameOf(device, t), date: format.date(at), time: format.time(at) }
    return warning(context, 'sessionReused', [t('emails.sessionReused.text', facts), t('emails.sessionReused.why')])
  },
})

const signInAttemptsEmail = defineEmail({
  name: 'sign-in-attempts',
  lifetimeMs: noticeLifetimeMs,
  facts: noFacts,
  write: (context) => {
    const { t, format, at } = context
    return warning(context, 'signInAttempts', [
      t('emails.signInAttempts.text', { date: format.date(at), time: format.time(at) }),
      t('emails.signInAttempts.own'),
    ])
  },
})

export const sessionEmails = [newDeviceEmail, sessionReusedEmail, signInAttemptsEmail]

/** Reports a sign-in from a browser that the member has not used before: its family and the time, never the location. */
export function sendNewDevice(c: AppContext, memberId: string, userAgent: string): void {
  sendEmailLater(c, newDeviceEmail, { kind: 'member', id: memberId }, describeDevice(userAgent))
}

/** Reports that a session ended because its refresh token was reused: in which browser, and what it may mean. */
export function sendSessionReused(c: AppContext, memberId: string, userAgent: string): void {
  sendEmailLater(c, sessionReusedEmail, { kind: 'member', id: memberId }, describeDevice(userAgent))
}

/** Reports that strangers have used up their tries at this account for now. */
export function sendSignInAttempts(c: AppContext, memberId: string): void {
  sendEmailLater(c, signInAttemptsEmail, { kind: 'member', id: memberId }, {})
}

/** What the warnings have in common: no name in the title, what to do, and the link to the settings. */
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

function nameOf({ browser, system }: Device, t: EmailContext['t']): string {
  return browser && system ? t('emails.device.name', { browser, system }) : (browser ?? system ?? t('emails.device.unknown'))
}
