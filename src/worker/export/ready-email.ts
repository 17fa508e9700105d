import { defineEmail, noFacts, noticeLifetimeMs } from '#features/mail/server/public.ts'
import { getLocale } from '#shared/i18n/locales.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'

/** Says that an export is ready. Its link leads to the settings and contains no secret. */
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
      url: origin + href(routes.mainSettings, {}, { locale: code, query: { section: 'privacy' } }),
    },
    notes: [t('emails.export.ignore'), footer('emails.security.footer')],
  }),
})
