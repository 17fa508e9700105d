import * as v from 'valibot'
import { lengthOf, startOf, virama } from './cut.ts'

/** In code points. */
export const firstNameLength = 40

const spaces = /[\p{Zs}\t]+/gu
/** Characters that keyboards and documents use as a hyphen. */
const hyphens = /[\u2010-\u2015\u2043\u2212\u2e17\u058a\u05be\u1400\ufe58\ufe63\uff0d]/g
/** Characters that keyboards and documents use as an apostrophe. */
const apostrophes = /['`\u00b4\u02b9\u02bb\u02bc\u02bd\u02c8\u055a\u1fbd\u1fbf\u2018-\u201b\u2032\ua78c\uff07]/g
/** In Hebrew the same key writes a geresh, which changes the sound of the character before it. */
const geresh = /(?<=\p{Script=Hebrew}\p{M}*)’/gu
/** The raised dot of Catalan between two l, which some write as a bullet. */
const raisedDot = /(?<=l)[•‧∙⋅](?=l)/giu
const han = '(?=\\p{Script=Han})[\\p{L}\u3007]'
const kana = '(?=[\\p{scx=Kana}\\p{scx=Hira}])[\\p{L}\\p{M}]'
const hanOrKana = `(?:${han}|${kana})`
/** Dots of Chinese and Japanese keyboards between the parts of a foreign name, and the full stop in their place. */
const anyDot = '[.·•‧∙⋅・﹒]'
const dotOfKana = new RegExp(`(?<=${kana})${anyDot}(?=${hanOrKana})|(?<=${hanOrKana})${anyDot}(?=${kana})`, 'gu')
const dotOfHan = new RegExp(`(?<=${han})${anyDot}(?=${han})`, 'gu')
/** The double hyphen of Japanese; most keyboards write the full-width equals sign in its place. */
const doubleHyphen = new RegExp(`(?<=${hanOrKana})[=゠](?=${hanOrKana})`, 'gu')
/** The dot between the syllables of Tibetan; some write one at the end, too. */
const lastTsheg = /(?<=\p{Script=Tibetan}\p{M}*)\u0f0b+(?= |$)/gu
/**
 * Compatibility forms of common characters: full and half width, presentation forms, mathematical characters, Catalan ŀ, the
 * non-breaking dot of Tibetan.
 */
const forms = /[\u013f\u0140\u0f0c\ufb00-\ufdff\ufe70-\ufefc\uff01-\uffee\u{1d400}-\u{1d7ff}]+/gu
/** A joiner that was typed twice counts once. */
const repeatedJoiner = /([\u200c\u200d])[\u200c\u200d]+/g
/**
 * Invisible characters that change the form of the characters beside them: joiners in Persian; beside a virama, and behind one at
 * the end of a word; a joiner before the register shifters of Khmer; the vowel separator and the variants of Mongolian.
 */
const shaping = [
  `(?<=[\\p{Script=Arabic}\\p{Script=Syriac}\\p{M}])[\\u200c\\u200d](?=\\p{L})`,
  `(?<=[\\p{L}\\p{M}])[\\u200c\\u200d](?=${virama})`,
  `(?<=${virama})\\u200d`,
  '(?<=\\p{Script=Khmer})\\u200c(?=[\\u17c9\\u17ca])',
  '(?<=(?=\\p{Script=Mongolian})\\p{L}[\\u180b-\\u180d\\u180f]?)\\u180e(?=(?=\\p{Script=Mongolian})\\p{L})',
  '(?<=(?=\\p{Script=Mongolian})\\p{L})[\\u180b-\\u180d\\u180f]',
].join('|')
/** Other invisible characters are dropped. Those that change the direction stay, so that the name is refused. */
const ignored = new RegExp(`(${shaping})|(?![\\u202a-\\u202e\\u2066-\\u2069])\\p{Default_Ignorable_Code_Point}`, 'gu')
/** Characters that older keyboards write with a virama and a joiner: the chillus of Malayalam, and the final t of Bengali. */
const olderForms: Readonly<Record<string, string>> = { ണ: 'ൺ', ന: 'ൻ', ര: 'ർ', ല: 'ൽ', ള: 'ൾ', ക: 'ൿ', ত: 'ৎ' }
const olderForm = /([ണനരലളക])\u0d4d\u200d|(ত)\u09cd\u200d/gu

/** Returns a name with uniform spaces, hyphens and apostrophes, whatever the keyboard or document used. */
export function spellName(typed: string): string {
  return typed
    .toWellFormed()
    .replace(apostrophes, '’')
    .replace(hyphens, '-')
    .replace(forms, (form) => form.normalize('NFKC'))
    .normalize('NFC')
    .replace(repeatedJoiner, '$1')
    .replace(olderForm, (written, malayalam?: string, bengali?: string) => olderForms[malayalam ?? bengali ?? ''] ?? written)
    .replace(ignored, '$1')
    .replace(raisedDot, '·')
    .replace(dotOfHan, '·')
    .replace(dotOfKana, '・')
    .replace(doubleHyphen, '゠')
    .replace(geresh, '\u05f3')
    .replace(spaces, ' ')
    .trim()
    .replace(lastTsheg, '')
}

const signBetween = `(?<=${hanOrKana})[·・゠](?=${hanOrKana})`
const tshegBetween = '(?<=(?=\\p{Script=Tibetan})[\\p{L}\\p{M}])\\u0f0b(?=(?=\\p{Script=Tibetan})\\p{L})'
/** The zero of Chinese, which is a name in Chinese, but not one of the alphabetic characters of Unicode. */
const zeroOfHan = `(?<=${hanOrKana})\\u3007|\\u3007(?=(?=[\\p{Script=Han}\\p{scx=Kana}\\p{scx=Hira}])\\p{L})`
/**
 * Characters of any script, marks, apostrophes, hyphens and spaces. No digits, dots or slashes, because the name goes into
 * emails.
 */
const pattern = new RegExp(
  `^’?(?:\\p{L}|${zeroOfHan})(?:[\\p{L}\\p{M}’\\u05f3 \\u200c\\u200d\\u180e-]|(?<=l)·(?=l)|${signBetween}|${zeroOfHan}|${tshegBetween})*$`,
  'iu',
)

/**
 * More marks on one character than Burmese has, or more than two of those that fit every script. Unicode counts the Arabic vowel
 * signs among the latter; a fully written name has three.
 */
const pile = /\p{M}{5}|(?:(?=\p{M})(?!(?<=\p{Script=Arabic}\p{M}*)\p{scx=Arab})\p{Script=Inherited}){3}/u

/** The schema for a first name, wherever one is entered or changed. */
export const firstNameInput = v.pipe(
  v.string('invalid'),
  v.transform(spellName),
  v.nonEmpty('required'),
  v.check((name) => pattern.test(name) && !pile.test(name), 'name'),
  v.check((name) => lengthOf(name) <= firstNameLength, 'too-long'),
)

/**
 * Returns a name from an external source in a form that is valid here, or null. It only prefills a field that people check and
 * submit.
 */
export function suggestedName(given: string): string | null {
  return startOf(spellName(given), firstNameLength).trim() || null
}
