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
export async function errorText(c: AppContext, error: AppError): Promise<string> {
  return describeError(await translatorOf(c, ['common']), error)
}

const minuteS = 60
const hourS = 60 * minuteS

/** A limit that ends within a minute says 'a moment'; a longer one says how long. */
export function describeError(
  { t, tn, format }: Pick<Translator, 't' | 'tn' | 'format'>,
  { code, retryAfterS = 0, reset }: Pick<AppError, 'code' | 'retryAfterS' | 'reset'>,
): string {
  if (code !== 'too-many' || retryAfterS <= minuteS)
    return t(`common.error.${code}`, reset && { time: format.timeIn(reset.resetsAt, reset.timeZone) })
  if (retryAfterS <= hourS - minuteS) return tn('common.wait.minutes', Math.ceil(retryAfterS / minuteS))
  return tn('common.wait.hours', Math.ceil(retryAfterS / hourS))
}

export async function fieldTexts(c: AppContext, error: AppError): Promise<Record<string, string>> {
  const { t } = await translatorOf(c, ['common'])
  return Object.fromEntries(Object.entries(error.fields ?? {}).map(([name, code]) => [name, t(`common.field.${code}`)]))
}
