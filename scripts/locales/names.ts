import { getLocale, type LocaleCode } from '#shared/i18n/locales.ts'

/*
 * Finds sentences that would have to decline a name or depend on its first sound or gender. A name comes from a placeholder, so
 * the message has to avoid that.
 */
const name = '\\{\\{names?\\}\\}'

/** Any of these words at the beginning of a word; a space between two of them is written `\s`. */
export const oneOf = (words: string) => `(?<!\\p{L})(?:${words.replaceAll(' ', '|')})`

/** Prepositions govern a case, and some have another form before some sounds: *z/ze*, *s/se*, *у/в*. */
const prepositions: Partial<Record<LocaleCode, string>> = {
  uk: 'від для до з із зі зо про у в уві на через без за між над об перед під після по при',
  pl: 'od ode dla do z ze o u w we na przez bez beze za między nad pod przed przy po ku',
  cs: 'od ode pro do z ze s se k ke ku o u v ve na přes bez beze za mezi nad pod pode před při po',
}

/** Words that change with the first sound of the next one: *qu’Anna*, *e Irene*, *ти й Олена*. */
const changing: Partial<Record<LocaleCode, string>> = {
  uk: '(?<!,\\s)і й',
  es: 'y e o u',
  fr: 'que de je me te se ne le la jusque lorsque puisque quoique parce\\sque presque quelque si',
}

/** Articles before a name, which reveal a gender. */
const articles: Partial<Record<LocaleCode, string>> = {
  de: 'der die das dem den des',
  pt: 'o do da ao à no na pelo pela',
  ro: 'lui',
}

/** Words after a name that depend on its last sound. */
const following: Partial<Record<LocaleCode, string>> = { uk: 'і й', tr: 'de da mi mı mu mü' }

const greetings: Partial<Record<LocaleCode, string>> = { uk: 'Привіт Вітаємо Вітаю', cs: 'Ahoj Zdravíme Dobrý Vítej' }

/** Patterns that a message in this language must not match. */
export function namePatterns(code: LocaleCode): RegExp[] {
  const before = [prepositions[code], changing[code], articles[code]].filter((words) => words !== undefined)
  const { [code]: after } = following
  const { [code]: calls } = greetings
  return [
    // After a question, a name looks like the person who asks.
    new RegExp(`\\?\\s*${name}$`, 'u'),
    ...(getLocale(code).lang.startsWith('en') ? [] : [new RegExp(`${name}[’']?\\p{L}`, 'u')]),
    ...before.map((words) => new RegExp(`${oneOf(words)}\\s${name}`, 'iu')),
    ...(after ? [new RegExp(`${name}\\s(?:${after.replaceAll(' ', '|')})(?!\\p{L})`, 'iu')] : []),
    ...(calls ? [new RegExp(`${oneOf(calls)}[^.:]*\\{\\{name\\}\\}`, 'iu')] : []),
  ]
}
