import { readFileSync } from 'node:fs'
import { createTranslator, type Translator } from '#shared/i18n/translator.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import type { Messages, MessageTree, Namespace } from '#shared/i18n/messages.ts'
import { typeset } from '#shared/i18n/typeset.ts'

const namespaces = [
  'anonymous',
  'auth',
  'boosts',
  'chat',
  'common',
  'dates',
  'drawing',
  'encounters',
  'favourites',
  'gifts',
  'home',
  'install',
  'passkey-offer',
  'push',
  'leaving',
  'legal',
  'likes',
  'notifications',
  'people',
  'photos',
  'profile',
  'profile-prompts',
  'questionnaire',
  'quiz',
  'quiz-questions',
  'restricted',
  'safety',
  'export',
  'settings',
  'orders',
  'store',
  'translation',
  'verification',
  'visitors',
] as const satisfies Namespace[]

const translators = new Map<LocaleCode, Translator>()

/** The visible text of a page in this language, so that tests find things by name, as people do. Read once per process. */
export function textsOf(code: LocaleCode): Translator {
  const known = translators.get(code) ?? readTexts(code)
  translators.set(code, known)
  return known
}

function readTexts(code: LocaleCode): Translator {
  const messages: Messages = Object.fromEntries(
    namespaces.map((namespace) => [
      namespace,
      typeset(code, JSON.parse(readFileSync(`locales/${code}/${namespace}.json`, 'utf8')) as MessageTree),
    ]),
  )
  return createTranslator(code, messages, {
    timeZone: 'UTC',
    onMissing: (key) => {
      throw new Error(`Missing message: ${key}`)
    },
  })
}
