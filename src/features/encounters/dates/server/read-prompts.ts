import { loadMessages } from '#shared/i18n/load.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { choosePrompts } from '../rules.ts'

/** Reads the prompts of a date in the reader's language; if their file cannot be read, the talk continues without prompts. */
export async function readPrompts(id: string, code: LocaleCode): Promise<string[]> {
  const { prompts = {} } = await loadMessages(code, ['prompts'])
  // In the same order in every language, whatever the order in the file.
  const texts = Object.keys(prompts)
    .sort()
    .flatMap((key) => {
      const { [key]: text } = prompts
      return typeof text === 'string' ? [text] : []
    })
  return choosePrompts(id, texts.length).flatMap((position) => texts[position] ?? [])
}
