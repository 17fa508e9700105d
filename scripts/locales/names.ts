import { getLocale, type LocaleCode } from '#shared/i18n/locales.ts'

/*
 * A name comes from a placeholder: it can neither be declined, nor does anybody know its first sound or its gender. What each
 * language would have to change is found here, and the message is written so that it needs no change.
 */
const name = '\\{\\{names?\\}\\}'

/** Any of these words, where a word begins; a space between two of them is written `\s`. */
export const oneOf = (words: string) => `(?<!\\p{L})(?:${words.replaceAll(' ', '|')})`

/** Prepositions ask for a case, and some have another form before some sounds: *z/ze*, *s/se*, *у/в*. */
const prepositions: Partial<Record<LocaleCode, string>> = {
  uk: 'від для до з із зі зо про у в уві на через без за між над об перед під після по при',
  pl: 'od ode dla do z ze o u w we na przez bez beze za między nad pod przed przy po ku',
  cs: 'od ode pro do z ze s se k ke ku o u v ve na přes bez beze za mezi nad pod pode před při po',
}

/** Words that the first sound of the next one changes: *qu’Anna*, *e Irene*, *ти й Олена*. */
const changing: Partial<Record<LocaleCode, string>> = {
  uk: '(?<!,\\s)і й',
  es: 'y e o u',
  fr: 'que de je me te se ne le la jusque lorsque puisque quoique parce\\sque presque quelque si',
}

/** Articles before a name say whether it is a man’s or a woman’s. */
const articles: Partial<Record<LocaleCode, string>> = {
  de: 'der die das dem den des',
  pt: 'o do da ao à no na pelo pela',
  ro: 'lui',
}

/** Words after a name that follow its last sound. */
const following: Partial<Record<LocaleCode, string>> = { uk: 'і й', tr: 'de da mi mı mu mü' }

const greetings: Partial<Record<LocaleCode, string>> = { uk: 'Привіт Вітаємо Вітаю', cs: 'Ahoj Zdravíme Dobrý Vítej' }

/** What a message in this language may not hold. */
export function namePatterns(code: LocaleCode): RegExp[] {
  const before = [prepositions[code], changing[code], articles[code]].filter((words) => words !== undefined)
  const { [code]: after } = following
  const { [code]: calls } = greetings
  return [
    // Behind a question, it seems to be asked of them.
    new RegExp(`\\?\\s*${name}$`, 'u'),
    ...(getLocale(code).lang.startsWith('en') ? [] : [new RegExp(`${name}[’']?\\p{L}`, 'u')]),
    ...before.map((words) => new RegExp(`${oneOf(words)}\\s${name}`, 'iu')),
    ...(after ? [new RegExp(`${name}\\s(?:${after.replaceAll(' ', '|')})(?!\\p{L})`, 'iu')] : []),
    ...(calls ? [new RegExp(`${oneOf(calls)}[^.:]*\\{\\{name\\}\\}`, 'iu')] : []),
  ]
}
