import { getLocale, locales, type LocaleCode } from '#shared/i18n/locales.ts'
import { readUnusedWords, wordPattern } from './glossary.ts'
import { readTexts, type Texts } from './messages.ts'
import { namePatterns, oneOf } from './names.ts'
import { readSources, staleKeys, translated } from './sources.ts'

/** Findings by check: keys of messages, or English sentences. */
export type Findings = Record<string, string[]>

const keysWhere = (texts: Texts, isWrong: (text: string, key: string) => boolean) =>
  [...texts].filter(([key, forms]) => forms.some((text) => isWrong(text, key))).map(([key]) => key)

/** Legal texts write words in full and use the site's name. */
const isLegal = (key: string) => key.startsWith('legal.')

/** Words of the glossary that the language must not use. */
function findUnusedWords(code: LocaleCode, texts: Texts): string[] {
  const words = readUnusedWords().flatMap(({ code: of, word, but }) => (of === code ? [{ pattern: wordPattern(word), but }] : []))
  return keysWhere(texts, (text, key) =>
    words.some(({ pattern, but }) => pattern.test(text) && !but.some((start) => key.startsWith(start))),
  )
}

/** Names in positions in which a language would have to change them or a word beside them. */
function findNames(code: LocaleCode, texts: Texts): string[] {
  const wrong = namePatterns(code)
  return keysWhere(texts, (text, key) => !isLegal(key) && wrong.some((pattern) => pattern.test(text)))
}

/** Words that assume that the reader, the other person or a couple is a man or a woman. */
const gendered: Partial<Record<LocaleCode, string>> = {
  uk: 'обоє обидва обидві',
  pl: 'oboje obojga obojgu dwoje odpowiedzieliście',
  cs: 'oba odpověděli druhého',
  ro: 'amândoi unul\\sde\\saltul unul\\saltuia',
  fr: 'l’un\\s(?:et|ni)?\\s?l’autre ni\\sl’un chacun\\s(?:de\\svous|pour\\slui)',
  es: 'ninguno\\sde\\slos\\sdos el\\suno uno\\sdel\\sotro',
  pt: 'um\\sao\\soutro um\\sdo\\soutro ambos\\s(?:responderam|disseram)',
}

function findGendered(code: LocaleCode, texts: Texts): string[] {
  const { [code]: words } = gendered
  if (!words) return []
  const pattern = new RegExp(`${oneOf(words)}(?!\\p{L})`, 'iu')
  return keysWhere(texts, (text) => pattern.test(text))
}

/** English sentences with two meanings, for which a language may have two translations. */
const ambiguous = new Set([
  'From',
  'To',
  'Main',
  'Matches',
  'Never',
  'Likes you',
  'Verified',
  'Sign out',
  'In common',
  'Something else',
  'Lantern',
  // The tab of the blind dates, and the blog's tag for every kind of date.
  'Dates',
])

/** English sentences that have more than one translation. */
function findTwoTranslations(texts: Texts, english: Texts): string[] {
  const translations = new Map<string, Set<string>>()
  for (const [key, forms] of english) {
    const sentence = forms.join(' / ')
    const own = texts.get(key)
    if (!own || ambiguous.has(sentence)) continue
    translations.set(sentence, (translations.get(sentence) ?? new Set()).add(own.join(' / ').replaceAll(/\s/gu, ' ')))
  }
  return [...translations].filter(([, found]) => found.size > 1).map(([sentence]) => sentence)
}

/** Plurals whose forms are all the same although those of English are not. Turkish does not change a noun after a number. */
function findSameForms(code: LocaleCode, texts: Texts, english: Texts): string[] {
  const isOne = (forms: readonly string[] = []) => new Set(forms).size === 1
  if (code === 'tr') return []
  return [...texts].filter(([key, forms]) => forms.length > 1 && isOne(forms) && !isOne(english.get(key))).map(([key]) => key)
}

/** English messages that count something without plural forms. A unit and 'of' stay the same for every number. */
function findCountsWithoutForms(texts: Texts): string[] {
  return [...texts]
    .filter(
      ([, forms]) => forms.length === 1 && /\{\{(?:count|minutes|hours)\}\} (?!of\b|km\b|miles\b)\p{L}/u.test(forms[0] ?? ''),
    )
    .map(([key]) => key)
}

/** Typewriter characters: straight quotes, three dots, two spaces. */
const findSigns = (texts: Texts) => keysWhere(texts, (text) => /["'`]|\.\.\.| {2}|^\s|\s$/u.test(text))

/** Words and tenses that spoken English contracts. */
const uncontracted = [
  /\b(?:is|are|was|were|do|does|did|has|have|had|can|will|would|should|could|must) not\b|\bcannot\b/i,
  /(?<!\b(?:of|only) )\b(?:you|we|they|I) (?:are|will|would)(?= \w)/i,
  /\b(?:it|that|there|what|who) (?:is|will)(?= \w)/i,
  /\b(?:you|we|they|I) have (?:been|sent|got|given|made|\w+ed)\b/i,
  /\bI am\b/i,
]

function findUncontracted(code: LocaleCode, texts: Texts): string[] {
  if (!getLocale(code).lang.startsWith('en')) return []
  return keysWhere(texts, (text, key) => !isLegal(key) && uncontracted.some((pattern) => pattern.test(text)))
}

/** All findings in a language; checks without findings are omitted. */
export function findAll(code: LocaleCode): Findings {
  const [texts, english] = [readTexts(code), readTexts('en')]
  const isTranslated = translated.includes(code)
  const findings: Findings = {
    'words we do not use': findUnusedWords(code, texts),
    'names that cannot stand there': findNames(code, texts),
    'a gender that nobody told us': findGendered(code, texts),
    'one sentence, two translations': isTranslated ? findTwoTranslations(texts, english) : [],
    'one form for every number': isTranslated ? findSameForms(code, texts, english) : [],
    'counts without forms': code === 'en' ? findCountsWithoutForms(texts) : [],
    'signs of the typewriter': findSigns(texts),
    'words in full where they are contracted': findUncontracted(code, texts),
    'older than the English': isTranslated ? staleKeys(readSources(code)) : [],
  }
  return Object.fromEntries(Object.entries(findings).filter(([, found]) => found.length > 0))
}

export const allCodes: LocaleCode[] = locales.map(({ code }) => code)
