/** Of each kind. A date format takes some ten kilobytes, and visitors choose their time zones. */
const maxKept = 100

/**
 * Keeps what was made, up to a bound, and then begins again: making a format takes many times longer than using it, and every page
 * needs some. The key is all that it is made of, so it is the same for everybody.
 */
// @__NO_SIDE_EFFECTS__
export function keepFormats<Options, Made extends object>(make: (lang: string, options?: Options) => Made, most = maxKept) {
  const kept = new Map<string, Made>()
  return (lang: string, options?: Options): Made => {
    const key = lang + JSON.stringify(options)
    let made = kept.get(key)
    if (!made) {
      if (kept.size === most) kept.clear()
      kept.set(key, (made = make(lang, options)))
    }
    return made
  }
}

/** Throws a RangeError for a time zone that this runtime does not know. */
export const dateTimeFormat = keepFormats<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(
  (lang, options) => new Intl.DateTimeFormat(lang, options),
)
export const numberFormat = keepFormats<Intl.NumberFormatOptions, Intl.NumberFormat>(
  (lang, options) => new Intl.NumberFormat(lang, options),
)
export const relativeTimeFormat = keepFormats<Intl.RelativeTimeFormatOptions, Intl.RelativeTimeFormat>(
  (lang, options) => new Intl.RelativeTimeFormat(lang, options),
)
export const listFormat = keepFormats<Intl.ListFormatOptions, Intl.ListFormat>(
  (lang, options) => new Intl.ListFormat(lang, options),
)
export const pluralRules = keepFormats<Intl.PluralRulesOptions, Intl.PluralRules>(
  (lang, options) => new Intl.PluralRules(lang, options),
)
export const collator = keepFormats<Intl.CollatorOptions, Intl.Collator>((lang, options) => new Intl.Collator(lang, options))
export const regionNames = keepFormats<never, Intl.DisplayNames>((lang) => new Intl.DisplayNames(lang, { type: 'region' }))
export const currencyNames = keepFormats<never, Intl.DisplayNames>((lang) => new Intl.DisplayNames(lang, { type: 'currency' }))
export const sentenceSegmenter = keepFormats<never, Intl.Segmenter>(
  (lang) => new Intl.Segmenter(lang, { granularity: 'sentence' }),
)
