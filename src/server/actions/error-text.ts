import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator, type Translator } from '#shared/i18n/translator.ts'
import type { AppError } from '#shared/errors.ts'
import type { Namespace } from '#shared/i18n/messages.ts'
import type { AppContext } from '../context.ts'

/** Returns a translator in the request's locale; its dates are UTC, unless the visitor's time zone is known. */
export async function translatorOf(c: AppContext, namespaces: readonly Namespace[], timeZone = 'UTC'): Promise<Translator> {
  const { code } = c.get('locale')
  return createTranslator(code, await loadMessages(code, namespaces), { timeZone })
}

/** Returns the error and its cure, in the visitor's language. */
export async function errorText(c: AppContext, { code, reset }: AppError): Promise<string> {
  const { t, format } = await translatorOf(c, ['common'])
  return t(`common.error.${code}`, reset && { time: format.timeIn(reset.resetsAt, reset.timeZone) })
}

export async function fieldTexts(c: AppContext, error: AppError): Promise<Record<string, string>> {
  const { t } = await translatorOf(c, ['common'])
  return Object.fromEntries(Object.entries(error.fields ?? {}).map(([name, code]) => [name, t(`common.field.${code}`)]))
}
