import { defineEmail, noFacts, noticeLifetimeMs, sendEmailLater } from '#features/mail/server/public.ts'
import type { AppContext } from '#server/context.ts'
import { getLocale } from '#shared/i18n/locales.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'

/** Rule, facts and end are shown only after signing in, because others may read a mailbox. */
export const restrictedEmail = defineEmail({
  name: 'restricted',
  lifetimeMs: noticeLifetimeMs,
  facts: noFacts,
  async write({ t, code, origin, footer, reader }) {
    // Lifted meanwhile.
    if (reader.state !== 'restricted') return null
    const words = createTranslator(code, await loadMessages(code, ['restricted']), reader)
    return {
      lang: getLocale(code).lang,
      subject: words.t('restricted.title'),
      preview: words.t('restricted.intro'),
      title: words.t('restricted.title'),
      paragraphs: [words.t('restricted.intro'), t('emails.restricted.text')],
      action: { label: t('emails.restricted.action'), url: origin + href(routes.restricted, {}, { locale: code }) },
      notes: [footer('emails.decision.footer')],
    }
  },
})

/** After the response; it cannot be turned off. */
export function sendRestricted(c: AppContext, memberId: string): void {
  sendEmailLater(c, restrictedEmail, { kind: 'member', id: memberId }, {})
}
