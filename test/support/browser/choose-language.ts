import type { Locator } from '@playwright/test'
import type { TalkLanguage } from '#features/encounters/contract.ts'
import type { Translator } from '#shared/i18n/translator.ts'

/** Chooses one language in a form, and none of those that its member speaks: nobody of another test is met. */
export async function chooseLanguage(form: Locator, language: TalkLanguage, t: Translator['t']): Promise<void> {
  await form.getByLabel(t('encounters.languages.first')).selectOption(language)
  for (const rank of ['second', 'third'] as const) await form.getByLabel(t(`encounters.languages.${rank}`)).selectOption('')
}
