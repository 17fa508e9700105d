import type { Translator } from '#shared/i18n/translator.ts'
import type { JsonLd } from '#shared/routing/head-data.ts'

/** Groups of questions and answers in their order, by the prefixes of their message keys. */
export const faqGroups = [
  { key: 'faq.start', questions: ['faq.start.free', 'faq.start.join', 'faq.start.age', 'faq.start.photo', 'faq.start.phone'] },
  {
    key: 'faq.meeting',
    questions: [
      'faq.meeting.who',
      'faq.meeting.write',
      'faq.meeting.thing',
      'faq.meeting.percent',
      'faq.meeting.pass',
      'faq.meeting.blind',
      'faq.meeting.when',
    ],
  },
  {
    key: 'faq.privacy',
    questions: ['faq.privacy.location', 'faq.privacy.hide', 'faq.privacy.visits', 'faq.privacy.answers'],
  },
  {
    key: 'faq.safety',
    questions: ['faq.safety.report', 'faq.safety.block', 'faq.safety.fake', 'faq.safety.verified', 'faq.safety.meet'],
  },
  { key: 'faq.money', questions: ['faq.money.pay', 'faq.money.refund', 'faq.money.password', 'faq.money.delete'] },
] as const

export type FaqQuestion = (typeof faqGroups)[number]['questions'][number]

/** Returns the anchor of a group or question: the same in every language, so that links keep working. */
export const anchorOf = (key: string) => key.slice(key.lastIndexOf('.') + 1)

/** Returns all questions with their answers for search engines (schema.org). */
export function faqFacts({ t, locale }: Pick<Translator, 't' | 'locale'>): JsonLd {
  return {
    '@type': 'FAQPage',
    inLanguage: locale.lang,
    mainEntity: faqGroups.flatMap(({ questions }) =>
      questions.map((question) => ({
        '@type': 'Question',
        name: t(`${question}.title`),
        acceptedAnswer: { '@type': 'Answer', text: t(`${question}.text`) },
      })),
    ),
  }
}
