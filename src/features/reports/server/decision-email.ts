import * as v from 'valibot'
import { defineEmail, noticeLifetimeMs, sendEmailLater } from '#features/mail/server/public.ts'
import type { AppContext } from '#server/context.ts'
import { getLocale } from '#shared/i18n/locales.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator } from '#shared/i18n/translator.ts'

/** Says what the notification says: neither whom the report was about, nor what was done. */
export const reportDecidedEmail = defineEmail({
  name: 'report-decided',
  lifetimeMs: noticeLifetimeMs,
  facts: v.object({ state: v.picklist(['dismissed', 'acted']) }),
  async write({ code, footer, reader }, { state }) {
    const { t } = createTranslator(code, await loadMessages(code, ['notifications']), reader)
    return {
      lang: getLocale(code).lang,
      subject: t('notifications.report.title'),
      preview: t(`notifications.report.${state}`),
      title: t('notifications.report.title'),
      paragraphs: [t(`notifications.report.${state}`)],
      notes: [footer('emails.decision.footer')],
    }
  },
})

/** After the response; it cannot be turned off. */
export function sendReportDecided(c: AppContext, reporterId: string, state: 'dismissed' | 'acted'): void {
  sendEmailLater(c, reportDecidedEmail, { kind: 'member', id: reporterId }, { state })
}
