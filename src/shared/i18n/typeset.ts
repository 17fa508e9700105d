import type { LocaleCode } from './locales.ts'
import type { MessageTree } from './messages.ts'

type Rule = readonly [pattern: RegExp, replacement: string]

const noBreak = '\u00a0'
const narrowNoBreak = '\u202f'
const anySpace = `[ ${noBreak}${narrowNoBreak}]`

/** A preposition or conjunction of one letter never ends a line: it goes with the word that follows. */
const afterShortWord = (letters: string): Rule => [
  new RegExp(`(?<![\\p{L}\\p{M}\\p{N}\\p{Pd}’'}])([${letters}]) (?=\\S)`, 'giu'),
  `$1${noBreak}`,
]

/** A number or a placeholder before the sign of a unit, a spaced dash or ellipsis, and the groups of a long number. */
const everywhere: readonly Rule[] = [
  [/(\d|\}\}) (?=(?:km|cm|mm|ft|px|KB|MB|GB|Mo|км|см|мм|кБ|МБ|Мб|ГБ|%|°)(?![\p{L}\p{N}]))/gu, `$1${noBreak}`],
  [/ (?=[–—] |…)/g, noBreak],
  [/(?<=\d) (?=\d{3}(?!\d))/g, noBreak],
  // 'e-mail' stays in one line: a word joiner keeps what follows its hyphen.
  [/\b(e)-(?=mail)/gi, '$1-\u2060'],
]

/** The number of a stretch of time before its word. English breaks there without harm. */
const beforeTimes: Rule = [/(\{\{(?:minutes|hours)\}\}) (?=\p{L})/gu, `$1${noBreak}`]

/** French sets a space before high punctuation and inside its quotation marks, whether the writer typed one or not. */
const french: readonly Rule[] = [
  [new RegExp(`(?<=[\\p{L}\\p{N}»)}’])${anySpace}?([?!;])`, 'gu'), `${narrowNoBreak}$1`],
  [new RegExp(`(?<=[\\p{L}\\p{N}»)}’])${anySpace}?:(?=\\s|$)`, 'gu'), `${noBreak}:`],
  [new RegExp(`«${anySpace}?`, 'g'), `«${noBreak}`],
  [new RegExp(`${anySpace}?»`, 'g'), `${noBreak}»`],
]

const rules: Record<LocaleCode, readonly Rule[]> = {
  en: everywhere,
  'en-us': everywhere,
  uk: [...everywhere, beforeTimes, afterShortWord('аеєжзийіоувя')],
  pl: [...everywhere, beforeTimes, afterShortWord('aiouwz')],
  cs: [...everywhere, beforeTimes, afterShortWord('aikosuvz')],
  tr: [...everywhere, beforeTimes],
  es: [...everywhere, beforeTimes],
  pt: [...everywhere, beforeTimes],
  ro: [...everywhere, beforeTimes],
  de: [...everywhere, beforeTimes],
  fr: [...everywhere, beforeTimes, ...french],
}

/** One text with the spaces that must not break. The same text again comes out as it went in. */
export function typesetText(code: LocaleCode, text: string): string {
  return rules[code].reduce((done, [pattern, replacement]) => done.replace(pattern, replacement), text)
}

/** All messages of a file, as the build packs them: writers type plain spaces, the rules of the language are kept here. */
export function typeset(code: LocaleCode, tree: MessageTree): MessageTree {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      typeof value === 'string' ? typesetText(code, value) : typeset(code, value),
    ]),
  )
}
