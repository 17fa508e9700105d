import { defineEmail, noFacts, noticeLifetimeMs } from '#features/mail/server/public.ts'
import { getLocale } from '#shared/i18n/locales.ts'

/** The last email about an account: everything has been deleted. */
export const purgedEmail = defineEmail({
  name: 'purged',
  lifetimeMs: noticeLifetimeMs,
  facts: noFacts,
  write: ({ t, code, footer }) => ({
    lang: getLocale(code).lang,
    subject: t('emails.purged.subject'),
    preview: t('emails.purged.preview'),
    title: t('emails.purged.title'),
    paragraphs: [t('emails.purged.text'), t('emails.purged.kept')],
    notes: [footer('emails.purged.footer')],
  }),
})
