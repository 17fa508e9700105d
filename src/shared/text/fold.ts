import { toOneAlphabet } from './lookalikes.ts'

/** Invisible, or only a line filler: the tatweel of Arabic. */
export const ignoredInSearch = '\u0640\\p{Cf}\\p{Default_Ignorable_Code_Point}'

/**
 * Marks that may be left out: accents, and the vowel signs of Hebrew and Arabic. The vowel signs of other scripts are characters like
 * any other, and so are the marks of kana. The dot below of Hindi is often left out, too. ŀ and ŉ bring a dot and an apostrophe.
 */
const marks =
  /(?!\u3099|\u309a)(?=\p{M})[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Cyrillic}]|\u00b7|\u02bc|\u093c/gu
/** In Hindi a nasal before a consonant of its class is written out or as the dot above: हिन्दी, हिंदी. */
const nasals = /ङ्(?=[क-घ])|ञ्(?=[च-झ])|ण्(?=[ट-ढ])|न्(?=[त-ध])|म्(?=[प-भ])/gu
/** The ring of the Thai and Lao vowel am, typed before the tone. Decomposed, the vowel has it behind. */
const tonesOfAm = /([\u0e4d\u0ecd])([\u0e48-\u0e4b\u0ec8-\u0ecb])(?=[\u0e32\u0eb2])/gu
/** Two vowels e look like the vowel ae. */
const twoOfE = /\u0e40\u0e40|\u0ec0\u0ec0/gu
/**
 * Separate characters for readers of Ukrainian, Russian or Belarusian, although Unicode composes them from two: й, ї, ў. Not ё.
 */
const whole = /[иИуУ]\u0306|[іІ]\u0308/g

/** Characters that people without the right keyboard replace, in their replaced form; and characters that are often confused. */
const characters: Readonly<Record<string, string>> = {
  ł: 'l', ß: 'ss', ø: 'o', đ: 'd', ð: 'd', þ: 'th', æ: 'ae', œ: 'oe', ħ: 'h', ŋ: 'n', ŧ: 't', ĸ: 'k', ə: 'e', ǝ: 'e', ɛ: 'e', ɔ: 'o', ɖ: 'd', ɗ: 'd',
  ɓ: 'b', ƙ: 'k', ƴ: 'y', ƒ: 'f', ɣ: 'g', ʋ: 'v', ɩ: 'i', ɨ: 'i', ʊ: 'u', ʉ: 'u', ƶ: 'z', ɲ: 'n', ґ: 'г',
  ک: 'ك', ی: 'ي', ى: 'ي', ې: 'ي', ٱ: 'ا', ة: 'ه', ۃ: 'ه', ہ: 'ه', ھ: 'ه', ە: 'ه', ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ', '\u0901': '\u0902',
} // prettier-ignore
/** The zeros of scripts whose ten digits follow each other. */
const zeros = '\u0660\u06f0\u07c0\u0966\u09e6\u0a66\u0ae6\u0b66\u0be6\u0c66\u0ce6\u0d66\u0de6\u0e50\u0ed0\u0f20\u1040\u17e0\u1810'
const otherSigns = new RegExp(`[${Object.keys(characters).join('')}ァ-ヶ]|(?![0-9])\\p{Nd}`, 'gu')
const ignoredSigns = new RegExp(`[${ignoredInSearch}]`, 'gu')
/** Text whose only other form is its case; most words in English and Ukrainian. */
const simple = /^(?:[a-z0-9]*|[0-9а-яєії]*)$/

function replaceSign(sign: string): string {
  const character = characters[sign]
  if (character !== undefined) return character
  const code = sign.codePointAt(0) ?? 0
  // The small ke of counters is read ka: 3ヶ月. Katakana follow the order of hiragana.
  if (sign === 'ヵ' || sign === 'ヶ') return 'か'
  if (sign >= 'ァ' && sign <= 'ヶ') return String.fromCodePoint(code - 0x60)
  const zero = [...zeros].find((each) => code >= each.charCodeAt(0) && code < each.charCodeAt(0) + 10)
  return zero === undefined ? sign : String(code - zero.charCodeAt(0))
}

/** Returns a word that needs no folding except its case; null for another. */
export function foldSimple(word: string): string | null {
  const lower = word.toLowerCase()
  return simple.test(lower) ? lower : null
}

/**
 * Folds a part of a word for search: whatever people regard as equal becomes equal, in texts and in queries. That covers case,
 * accents, characters of other keyboards and alphabets, full and half width, digits of every script. A change of its output needs a new
 * `foldVersion`.
 */
export function fold(piece: string): string {
  const lower = foldSimple(piece)
  if (lower !== null) return lower
  const decomposed = piece.replace(ignoredSigns, '').normalize('NFKD')
  return (toOneAlphabet(decomposed) ?? decomposed)
    .replace(whole, (character) => character.normalize('NFC'))
    .replace(marks, '')
    .replace(nasals, '\u0902')
    .replace(tonesOfAm, '$2$1')
    .replace(twoOfE, (pair) => String.fromCharCode(pair.charCodeAt(0) + 1))
    .toUpperCase() // ß, ı and ς have no other path to ss, i and σ.
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replace(otherSigns, replaceSign)
}

/** Indexes with an older version are rebuilt. */
export const foldVersion = 3

const digraphs: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }

const umlauts = /[äöüøå]|\u0308|\u030a/i

/** Returns the spelling without umlauts: Mueller; null for a part without one. */
export function foldUmlauts(piece: string): string | null {
  if (!umlauts.test(piece)) return null
  const written = piece.normalize('NFC').replaceAll(/[äöüøå]/gi, (character) => digraphs[character.toLowerCase()] ?? character)
  return written === piece.normalize('NFC') ? null : fold(written)
}

/**
 * In Arabic and Persian, people disagree about what carries a hamza inside of a word, and at its end: مسؤول, مسئول; شيء, شئ. The
 * text must be decomposed.
 */
const hamzas = /(?<=\p{L}\p{M}*)(?:[\u0627\u0648-\u064a\u06cc]\u0654|[\u0648-\u064a\u06cc]?\u0621(?!\p{M}*\p{L})|\u0621)/gu

/** Returns the spelling in which a hamza has no carrier; null for a part without one that could have another. */
export function foldHamzas(piece: string): string | null {
  if (!/[\u0621\u0623-\u0626\u0654]/.test(piece)) return null
  return fold(piece.normalize('NFD').replace(hamzas, '\u0621'))
}
