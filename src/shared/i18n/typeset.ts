import type { LocaleCode } from './locales.ts'
import type { MessageTree } from './messages.ts'

type Rule = readonly [pattern: RegExp, replacement: string]

const noBreak = '\u00a0'
const narrowNoBreak = '\u202f'
const anySpace = `[ ${noBreak}${narrowNoBreak}]`

/** A one-character preposition or conjunction never ends a line: it stays with the next word. */
const afterShortWord = (characters: string): Rule => [
  new RegExp(`(?<![\\p{L}\\p{M}\\p{N}\\p{Pd}’'}])([${characters}]) (?=\\S)`, 'giu'),
  `$1${noBreak}`,
]

/** No break between a number or placeholder and its unit, before a spaced dash or ellipsis, and within a long number. */
const everywhere: readonly Rule[] = [
  [/(\d|\}\}) (?=(?:km|cm|mm|ft|px|KB|MB|GB|Mo|км|см|мм|кБ|МБ|Мб|ГБ|%|°)(?![\p{L}\p{N}]))/gu, `$1${noBreak}`],
  [/ (?=[–—] |…)/g, noBreak],
  [/(?<=\d) (?=\d{3}(?!\d))/g, noBreak],
  // 'email' stays on one line: a word joiner follows its hyphen.
  [/\b(e)-(?=mail|posta)/gi, '$1-\u2060'],
]

/** No break between a number and its word. English may break there. */
const beforeWords: Rule = [/((?<![\p{L}\p{N}.,:])\d{1,3}|\{\{(?:count|minutes|hours|days)\}\}) (?=\p{L})/gu, `$1${noBreak}`]
/** Romanian adds a preposition: 30 de zile. */
const beforeRomanianWords: Rule = [new RegExp(`(?<=(?:\\d|\\}\\})${noBreak}de) (?=\\p{L})`, 'gu'), noBreak]

/** No break after a hyphen before pronouns of one or two syllables, which would otherwise be alone on the next line. */
const afterHyphen = (words: string): Rule => [new RegExp(`(?<=\\p{L})-(?=(?:${words})(?!\\p{L}))`, 'giu'), '-\u2060']

/** French has a space before high punctuation and inside its quotation marks, whether or not the writer typed one. */
const french: readonly Rule[] = [
  [new RegExp(`(?<=[\\p{L}\\p{N}»)}’])${anySpace}?([?!;])`, 'gu'), `${narrowNoBreak}$1`],
  [new RegExp(`(?<=[\\p{L}\\p{N}»)}’])${anySpace}?:(?=\\s|$)`, 'gu'), `${noBreak}:`],
  [new RegExp(`«${anySpace}?`, 'g'), `«${noBreak}`],
  [new RegExp(`${anySpace}?»`, 'g'), `${noBreak}»`],
]

const rules: Record<LocaleCode, readonly Rule[]> = {
  en: everywhere,
  'en-us': everywhere,
  uk: [...everywhere, beforeWords, afterShortWord('аеєжзийіоувя')],
  pl: [...everywhere, beforeWords, afterShortWord('aiouwz')],
  cs: [...everywhere, beforeWords, afterShortWord('aikosuvz')],
  tr: [...everywhere, beforeWords],
  es: [...everywhere, beforeWords],
  pt: [...everywhere, beforeWords, afterHyphen('me|te|se|lhe|lhes|nos|vos|o|a|os|as|lo|la|los|las|no|na')],
  ro: [...everywhere, beforeWords, beforeRomanianWords, [/(?<=\p{L})-(?=\p{L})/gu, '-\u2060']],
  de: [...everywhere, beforeWords],
  fr: [
    ...everywhere,
    beforeWords,
    afterHyphen('je|tu|toi|moi|t|le|la|les|lui|leur|ce|y|en|il|elle|on|nous|vous|unis'),
    ...french,
  ],
}

/** Returns a text with its no-break spaces. Idempotent. */
export function typesetText(code: LocaleCode, text: string): string {
  return rules[code].reduce((done, [pattern, replacement]) => done.replace(pattern, replacement), text)
}

/**
 * Typesets all messages of a file, as the build packs them: writers type plain spaces, and this file applies the language's
 * rules.
 */
export function typeset(code: LocaleCode, tree: MessageTree): MessageTree {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      typeof value === 'string' ? typesetText(code, value) : typeset(code, value),
    ]),
  )
}
