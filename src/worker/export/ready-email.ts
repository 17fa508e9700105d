import { defineEmail, noFacts, noticeLifetimeMs } from '#features/mail/server/public.ts'
import { getLocale } from '#shared/i18n/locales.ts'
import { exportHref } from '#features/personal-data/server/public.ts'

/** Says that an export is ready. Its link leads to the page that has it and contains no secret. */
export const exportReadyEmail = defineEmail({
  name: 'export-ready',
  lifetimeMs: noticeLifetimeMs,
  facts: noFacts,
  write: ({ t, code, origin, footer, reader }) => ({
    lang: getLocale(code).lang,
    subject: t('emails.export.subject'),
    preview: t('emails.export.text'),
    title: t('emails.export.title', { name: reader.firstName }),
    paragraphs: [t('emails.export.text')],
    action: {
      label: t('emails.export.action'),
      url: origin + exportHref(reader.state, code),
    },
    notes: [t('emails.export.ignore'), footer('emails.security.footer')],
  }),
})
