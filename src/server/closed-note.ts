import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator, type Translator } from '#shared/i18n/translator.ts'
import type { ClosedNote, SwitchName } from '#shared/routing/switches.ts'
import type { Closed } from './switches.ts'

/** Null while the part is open: pages then contain none of these texts. */
export async function closedNote(
  { closed, translator }: { closed: Closed; translator: Pick<Translator, 'locale'> },
  name: SwitchName,
): Promise<ClosedNote | null> {
  if (!closed.has(name)) return null
  const { code } = translator.locale
  const { t } = createTranslator(code, await loadMessages(code, ['closed']), { timeZone: 'UTC' })
  return { title: t(`closed.${name}.title`), text: t(`closed.${name}.text`) }
}
