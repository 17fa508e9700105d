import { loadMessages } from '#shared/i18n/load.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import type { Opener } from '#features/encounters/talk/contract.ts'
import { talkTopics } from '../contract.ts'

/** A first message about the first of these topics, in the language `code`; null without a known one. */
export async function topicOpener(topics: readonly string[], code: LocaleCode): Promise<Opener | null> {
  const topic = talkTopics.find((known) => topics.includes(known))
  if (!topic) return null
  const { t } = createTranslator(code, await loadMessages(code, ['anonymous']), { timeZone: 'UTC' })
  return { text: t('anonymous.opener', { topic: t(`anonymous.topic.${topic}`) }), say: `${topic}.${code}` }
}
