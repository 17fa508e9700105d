import * as v from 'valibot'
import { defineEmail, noticeLifetimeMs, sendEmailLater } from '#features/mail/server/public.ts'
import type { AppContext } from '#server/context.ts'
import { getLocale } from '#shared/i18n/locales.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'

type Change = 'added' | 'removed'

const passkeyChangedEmail = defineEmail({
  name: 'passkey-changed',
  lifetimeMs: noticeLifetimeMs,
  facts: v.object({ name: v.nullable(v.string()), what: v.picklist(['added', 'removed']) }),
  write: ({ t, code, origin, format, footer, reader, at }, { name, what }) => ({
    lang: getLocale(code).lang,
    subject: t(`emails.passkey.${what}.subject`),
    preview: t(`emails.passkey.${what}.preview`),
    title: t(`emails.passkey.${what}.title`, { name: reader.firstName }),
    paragraphs: [
      t(`emails.passkey.${what}.text`, { date: format.date(at), time: format.time(at) }),
      ...(name === null ? [] : [t('emails.passkey.name', { name })]),
    ],
    action: {
      label: t('emails.provider.action'),
      url: origin + href(routes.mainSettings, {}, { locale: code, query: { section: 'devices' } }),
    },
    notes: [t('emails.passkey.ignore'), footer('emails.security.footer')],
  }),
})

export const passkeyEmails = [passkeyChangedEmail]

/** Informs the owner that a passkey was added or removed, whoever did it. `name`: of its authenticator, if that is known. */
export function sendPasskeyChanged(c: AppContext, memberId: string, what: Change, name: string | null): void {
  sendEmailLater(c, passkeyChangedEmail, { kind: 'member', id: memberId }, { name, what })
}
