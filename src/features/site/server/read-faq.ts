import { loadMessages } from '#shared/i18n/load.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import type { ReadableFaq } from '../contract.ts'
import { anchorOf, faqGroups } from '../rules.ts'

/** Reads the questions for a page for members, because `/faq` is for guests only. */
export async function readFaq(locale: LocaleCode): Promise<ReadableFaq> {
  const { t } = createTranslator(locale, await loadMessages(locale, ['faq']), { timeZone: 'UTC' })
  return {
    title: t('faq.title'),
    groups: faqGroups.map(({ key, questions }) => ({
      id: anchorOf(key),
      title: t(`${key}.title`),
      questions: questions.map((question) => ({
        id: anchorOf(question),
        title: t(`${question}.title`),
        text: t(`${question}.text`),
      })),
    })),
  }
}
