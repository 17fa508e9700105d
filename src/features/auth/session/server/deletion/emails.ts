import * as v from 'valibot'
import { defineEmail, noFacts, noticeLifetimeMs, sendEmailLater } from '#features/mail/server/public.ts'
import type { AppContext } from '#server/context.ts'
import { getLocale } from '#shared/i18n/locales.ts'
import { welcomeBackStep } from '#shared/routing/account-steps.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'

/** Names the day of the purge, and leads to the restore. An operator's reasons are shown only after signing in. */
const deletedEmail = defineEmail({
  name: 'account-deleted',
  lifetimeMs: noticeLifetimeMs,
  facts: v.object({ by: v.picklist(['member', 'operator']), purgeAt: v.number() }),
  write({ t, format, code, origin, footer, reader, at }, { by, purgeAt }) {
    // Restored meanwhile.
    if (reader.state !== 'deleted') return null
    const day = format.date(purgeAt)
    return {
      lang: getLocale(code).lang,
      subject: t(`emails.deleted.${by}.subject`),
      preview: t(`emails.deleted.${by}.preview`, { day }),
      title: t(`emails.deleted.${by}.title`),
      paragraphs: [
        t(`emails.deleted.${by}.text`, { date: format.date(at), time: format.time(at) }),
        t(`emails.deleted.${by}.until`, { day }),
      ],
      action: {
        label: t(`emails.deleted.${by}.action`),
        url: origin + href(routes.signIn, {}, { locale: code, query: { step: welcomeBackStep } }),
      },
      notes: [...(by === 'member' ? [t('emails.deleted.ignore')] : []), footer('emails.security.footer')],
    }
  },
})

const restoredEmail = defineEmail({
  name: 'account-restored',
  lifetimeMs: noticeLifetimeMs,
  facts: noFacts,
  write: ({ t, format, code, origin, footer, at }) => ({
    lang: getLocale(code).lang,
    subject: t('emails.restored.subject'),
    preview: t('emails.restored.preview'),
    title: t('emails.restored.title'),
    paragraphs: [t('emails.restored.text', { date: format.date(at), time: format.time(at) })],
    action: {
      label: t('emails.provider.action'),
      url: origin + href(routes.mainSettings, {}, { locale: code, query: { section: 'account' } }),
    },
    notes: [t('emails.restored.ignore'), footer('emails.security.footer')],
  }),
})

export const deletionEmails = [deletedEmail, restoredEmail]

/** After the response; it cannot be turned off. */
export function sendDeleted(c: AppContext, memberId: string, facts: { by: 'member' | 'operator'; purgeAt: number }): void {
  sendEmailLater(c, deletedEmail, { kind: 'member', id: memberId }, facts)
}

export function sendRestored(c: AppContext, memberId: string): void {
  sendEmailLater(c, restoredEmail, { kind: 'member', id: memberId }, {})
}
