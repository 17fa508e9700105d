import { isMixed, toLatin } from '#shared/text/lookalikes.ts'

/**
 * Returns whether a text contains contact details: a link, an email address, a telephone number or a name at another service. It
 * catches pasted details and the simple ways to disguise them; it is a heuristic and never complete. A sentence without a space
 * after its full stop should pass.
 */
export function holdsContact(text: string): boolean {
  const readableText = readable(text)
  const isNumber = holdsPhone(readableText) || holdsPhone(withoutPictures(readableText)) || holdsSpeltNumber(readableText)
  return isNumber || holdsAddress(toAscii(readableText)) || holdsAddress(toAscii(foldLookalikes(readableText)))
}

/** The first of each row of nine circled digits without a compatibility form in Unicode: ❶, ➀, ➊, ⓵. */
const circledOnes = [0x2776, 0x2780, 0x278a, 0x24f5]

/** Replaces a circled digit by the digit; the two circled zeros are not in a row. */
function uncircledDigit(sign: string): string {
  const code = sign.codePointAt(0) ?? 0
  const one = circledOnes.find((first) => code >= first && code < first + 9)
  return one === undefined ? '0' : String(code - one + 1)
}

/**
 * Removes invisible differences: compatibility forms (ｗｗｗ, ①) and circled digits without one (❶), invisible characters, accents;
 * maps dots, hyphens and spaces to one kind.
 */
function readable(text: string): string {
  return (
    text
      .normalize('NFKC')
      .replace(/[❶-❾➀-➈➊-➒⓵-⓽⓿🄋🄌]/gu, uncircledDigit)
      // U+2800 is the empty Braille pattern.
      .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Mn}\p{Me}\u2800]/gu, '')
      .replace(/[。·•∙⋅‧・ꓸ꘎۔܁܂]/g, '.')
      // x[.]com
      .replace(/\s?[[({]\s?\.\s?[\])}]\s?/g, '.')
      .replaceAll('\u2010', '-')
      .replace(/\s+/g, ' ')
  )
}

/** Emoji between digits count as spaces: 0 🙂 6 🙂 7. */
function withoutPictures(text: string): string {
  return text.replace(/[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}]+/gu, ' ').replace(/ +/g, ' ')
}

/** The digits from 0 to 9 in words of each of our languages, in lower case and without accents, with their usual variants. */
const spelt = [
  'zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple',
  'null|eins|ein|zwei|zwo|drei|vier|funf|fuenf|sechs|sieben|acht|neun',
  'un|deux|trois|quatre|cinq|sept|huit|neuf',
  'cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve',
  'um|dois|quatro|sete|oito|nove|meia',
  'doi|doua|trei|patru|cinci|sase|sapte|opt|noua',
  'jeden|dwa|trzy|cztery|piec|szesc|siedem|osiem|dziewiec',
  'nula|jedna|dva|tri|ctyri|pet|sest|sedm|osm|devet',
  'sifir|bir|iki|uc|dort|bes|alti|yedi|sekiz|dokuz',
  'нуль|ноль|один|два|три|чотири|четыре|п.ять|пять|шість|шесть|сім|семь|вісім|восемь|дев.ять|девять',
].join('|')
const speltDigit = new RegExp(`(?<![\\p{L}\\p{N}])(?:${spelt})(?![\\p{L}\\p{N}])`, 'gu')
/** A placeholder for a digit in words. */
const spoken = '\u0003'
/** Digits, spelt out or not, with the separators allowed between two of them. */
const spokenRuns = new RegExp(
  `[${spoken}\\p{Nd}](?:[\\s,.;/+_\\p{Pd}\\p{Extended_Pictographic}]{0,3}[${spoken}\\p{Nd}]){6,}`,
  'gu',
)
/** Fewer spelt digits than these are probably a quantity. */
const fewestSpoken = 4

/** Seven digits or more in a row, of which several are words. 'One, two, three' is shorter. */
function holdsSpeltNumber(text: string): boolean {
  const folded = text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replaceAll('ı', 'i')
  const runs = folded.replace(speltDigit, spoken).match(spokenRuns) ?? []
  return runs.some((run) => run.split(spoken).length > fewestSpoken)
}

/**
 * Rewrites words that mix alphabets, and the whole word `сом`, in the characters that they imitate; other words stay unchanged.
 */
function foldLookalikes(text: string): string {
  return text.replace(/\p{L}+/gu, (word) => {
    return isMixed(word) || word.toLowerCase() === 'сом' ? toLatin(word.toLowerCase()) : word
  })
}

const foreignDot = /(?<!\p{L})(?:tečka|крапка|точка)(?!\p{L})/giu
const foreignAt = /(?<!\p{L})(?:ät|małpa|zavináč|собака)(?!\p{L})/giu
const foreignService =
  /(?<!\p{L})(?:телег(?:а|у|рам|рамі|рама|раме)?|тг|інст(?:а|у|і|аграм|аграмі)|инст(?:а|у|е|аграм|аграме)|вайбер|ватсап|вотсап|скайп|дискорд|фейсбук|снапчат|снеп)(?!\p{L})/giu
const foreignEnding = /\.(?:укр|рф|бел)(?!\p{L})/giu
const wordCharacter = /[\p{L}\p{N}]/u
/** A placeholder for a non-ASCII word character or digit. */
const other = '\u0001'

/**
 * Maps the text to ASCII, so that the patterns below can be ASCII only: with `\p{L}` in each, they would take 100 ms to compile.
 */
function toAscii(text: string): string {
  return text
    .replace(foreignDot, 'dot')
    .replace(foreignAt, 'at')
    .replace(foreignService, 'telegram')
    .replace(foreignEnding, '.com')
    .replace(/[^\x00-\x7f]/gu, (sign) => (wordCharacter.test(sign) ? other : '\u0002'))
}

/** Domain endings that rarely begin a sentence in any of our languages. */
const endings =
  'com|net|org|biz|info|xyz|dev|app|io|gg|edu|gov|xxx|porn|ru|ua|uk|pl|ro|cz|sk|fr|tr|pt|br|mx|cl|nl|ch|dk|hu|gr|bg|hr|lt|lv|ee|jp|cn|kr|nz|ly|gl|cc|ws|fm|tk'
/** Domain endings that are also words: matched in lower case only, because a sentence would begin with a capital. */
const words = 'online|site|website|shop|store|club|page|blog|email|social|link|space|tech|cloud|chat'
/** Domain endings that are words of one of our languages, such as `me`, `to`, `de`, `es`: a dot before them is not enough. */
const common = `[a-z]{2,3}|live|life|love|today|world|one|fun|top|pro|art|bio|fans|team|zone|${words}`
const hosts =
  't\\.me|telegram\\.me|wa\\.me|m\\.me|fb\\.me|line\\.me|bit\\.ly|goo\\.gl|youtu\\.be|discord\\.gg|linktr\\.ee|cutt\\.ly|is\\.gd|vk\\.cc'
const dotWords = 'dot|punkt|punto|ponto|punct|point|nokta|tecka|kropka'
const mailHosts = 'gmail|googlemail|hotmail|outlook|yahoo|icloud|proton|protonmail|gmx|seznam|onet|interia|mail\\.ru|ukr\\.net'
const services =
  'insta(?:gram)?|ig|telegram|tg|snap(?:chat)?|whats ?app|viber|signal|skype|discord|kik|tik ?tok|facebook|fb|messenger|wechat|twitter|threads|onlyfans'
/** Words after an `@` that means 'at' or addresses everyone. */
const venues =
  'the|home|work|school|night|noon|lunch|dinner|least|once|last|first|all|here|there|everyone|everybody|my|your|our|uni|gym|office|beach|party|weekend'

/** Words that introduce a page: `see anna.me`. */
const leads =
  'see|visit|check|find me(?: at| on)?|look at|search|google|siehe|schau|besuch|such|zobacz|odwied.|mira|visita|busca|procura|voir|vois|regarde|cherche|vezi|cauta|koukni|najdi|bak|ara|my (?:site|page|link)(?: is)?|meine seite(?: ist)?'
/** Words that may begin the next sentence if its space was forgotten: 'see you.me too'. */
const notNames = 'you|that|this|him|her|them|what|how|why|soon|later|there|it'

/** A character of a name; a match next to one would be part of a longer word. */
const name = `[a-z0-9_${other}-]`
const start = `(?<![a-z0-9${other}])`
const end = `(?![a-z0-9${other}])`
const pattern = (source: string) => new RegExp(source)

/** Matched against lower case. */
const addresses: readonly RegExp[] = [
  // https://…, and schemes that open an application
  pattern(`[a-z][a-z0-9+-]*://|${start}(?:mailto|tel|skype|tg|whatsapp):[^ ]`),
  pattern(`${start}www ?\\. ?${name}`),
  pattern(`${start}(?:${hosts})${end}`),
  // name.com, name .com, name . com
  pattern(`${name}(?:\\.| \\. ?)(?:${endings})${end}`),
  // `name. com` is an address only at an end: Portuguese sentences begin with `com`
  pattern(`${name}\\. (?:com|net|org)(?=$|[^ a-z0-9${other}])`),
  pattern(`${name} ?[([{]? ?${start}(?:${dotWords}) ?[)\\]}]?[ .]{0,2}(?:${endings})${end}`),
  // name.de/path, anna-k.de, anna90.de, my.name.de
  pattern(`${name}\\.(?:${common}|${endings})/[a-z0-9@_~${other}-]`),
  pattern(`${start}(?=[a-z${other}]+[-_0-9])${name}+\\.(?:${common})${end}`),
  pattern(`${start}${name}{2,}(?:\\.${name}{2,})+\\.(?:${common})${end}`),
  // see anna.me
  pattern(`${start}(?:${leads}) ?:? ?(?!(?:${notNames})\\.)[a-z0-9_-]{3,}\\.(?:me|tv|eu|co|fm|im|ai|page|bio|link)${end}`),
  // name#1234
  pattern(`[a-z0-9_.${other}]{2}#[0-9]{4}(?![0-9])`),
  // name@host, name (at) host, name at gmail
  pattern(`[a-z0-9_.+${other}-]@[a-z0-9${other}]`),
  pattern(`[a-z0-9${other}] ?[([{] ?(?:@|at|arroba) ?[)\\]}] ?[a-z0-9${other}]`),
  pattern(`(?:@|${start}(?:at|chez|na|arroba)) ?(?:${mailHosts})${end}`),
  // @name, telegram: name, insta is name_90
  pattern(`${start}@(?!(?:${venues})(?![a-z0-9_.${other}]*[a-z0-9_${other}]))(?:[0-9_.]*[a-z]){3}`),
  pattern(`${start}(?:${services}) ?[:=] ?@?${name}[a-z0-9_.]{2,}[.,;)]?(?= ?$)`),
  pattern(`${start}(?:${services})(?: ?[:=-] ?| )(?:is |ist |es |est |to |é |e |je )?[a-z][a-z.]{2,}[_0-9]`),
]
const wordAddress = pattern(`[A-Za-z0-9_${other}-](?:\\.| \\. ?)(?:${words})(?![A-Za-z0-9${other}])`)

function holdsAddress(text: string): boolean {
  const small = text.toLowerCase()
  return wordAddress.test(text) || addresses.some((address) => address.test(small))
}

const fewestDigits = 7
/** Digits with the usual separators between groups of a number, up to three in a row. */
const numbers = /\+?\(?\p{Nd}(?:[\s().\p{Pd}\u2212/_*]{0,3}\p{Nd})+/gu
const dashes = /[\p{Pd}\u2212]/gu
const day = '\\d{1,2}[./]\\s?\\d{1,2}(?:[./]\\s?(?:\\d{4}|\\d{2}))?\\.?'
const round = '\\d{1,3}(?:[ .]000)+'
const notPhones: readonly RegExp[] = [
  new RegExp(`^${day}(?:\\s?-\\s?${day})?$`),
  /^(?:19|20)\d\d-\d\d-\d\d$/,
  // years, one or several
  /^(?:(?:19|20)\d\d[\s/-]{0,3})+$/,
  // round numbers: 1 000 000, 10.000 - 15.000
  new RegExp(`^${round}(?:\\s?-\\s?${round})?$`),
]

function holdsPhone(text: string): boolean {
  return (text.match(numbers) ?? []).some((found) => {
    const digits = found.match(/\p{Nd}/gu)?.length ?? 0
    const written = found.replace(dashes, '-').trim()
    return digits >= fewestDigits && !notPhones.some((known) => known.test(written))
  })
}
