import { pluralRules } from '../intl/formats.ts'
import rosetta from 'rosetta'
import { brand } from '../brand.ts'
import { isolate } from './isolate.ts'
import { createFormat, type Format } from './format.ts'
import { getLocale, type LocaleCode, type LocaleEntry } from './locales.ts'
import type { MessageKey, Messages, PluralKey } from './messages.ts'

export type Values = Record<string, string | number>

export type Translator = {
  locale: LocaleEntry
  /**
   * Returns the message, with `{{name}}` filled in; every message may use `{{brand}}`. A missing one logs a warning and shows
   * its key (spec §8).
   */
  t: (key: MessageKey, values?: Values) => string
  /**
   * Returns the plural form that `Intl.PluralRules` picks for `count`. `{{count}}` is in the locale's digits, unless `values`
   * has it.
   */
  tn: (key: PluralKey, count: number, values?: Values) => string
  format: Format
}

/**
 * Creates one translator per request and per browser page. The library rosetta keeps its locale in a closure, so a shared
 * instance could answer one visitor in another's language.
 */
export function createTranslator(
  code: LocaleCode,
  messages: Messages,
  options: { timeZone: string; onMissing?: (key: string) => void },
): Translator {
  const locale = getLocale(code)
  const instance = rosetta({ [code]: messages })
  instance.locale(code)
  const format = createFormat(locale, options.timeZone, () => read('common.time.justNow'))
  const onMissing = options.onMissing ?? warnMissing

  const read = (key: string, values?: Values): string => {
    const shown = values && isolated(values)
    const text = instance.t(key, { brand: brand.name, ...shown })
    if (typeof text === 'string' && text !== '') return shown ? withOneStop(text, shown) : text
    onMissing(`${code}:${key}`)
    return key
  }
  return {
    locale,
    format,
    t: read,
    tn: (key, count, values) => {
      const form = pluralRules(locale.lang).select(count)
      return read(`${key}.${form}`, { count: format.number(count), ...values })
    },
  }
}

/** A value may end in a full stop ('29 nov.', '2026 р.'); the sentence's own is then omitted. */
function withOneStop(text: string, values: Values): string {
  return Object.values(values).reduce<string>(
    (done, value) => (typeof value === 'string' && value.endsWith('.') ? done.replaceAll(`${value}.`, value) : done),
    text,
  )
}

function isolated(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? isolate(value) : value]),
  )
}

function warnMissing(key: string): void {
  console.warn(`Missing message: ${key}`)
}
