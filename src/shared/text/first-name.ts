import * as v from 'valibot'
import { lengthOf, startOf } from './cut.ts'

/** In code points. */
export const firstNameLength = 40

const spaces = /[\p{Zs}\t]+/gu
/** What keyboards and documents write for a hyphen. */
const hyphens = /[\u2010-\u2013\u2043\u2212\u058a\u05be\ufe63\uff0d]/g
/** What keyboards and documents write for an apostrophe. */
const apostrophes = /['`\u00b4\u02b9\u02bb\u02bc\u02bd\u02c8\u055a\u1fbd\u1fbf\u2018-\u201b\u2032\ua78c\uff07]/g
/** In Hebrew the same key writes a geresh, which changes the sound of the character before it. */
const geresh = /(?<=\p{Script=Hebrew}\p{M}*)’/gu
/** The raised dot of Catalan, between two l, which some write as a bullet. */
const raisedDot = /(?<=l)[•‧∙⋅](?=l)/giu
/** The dot between the syllables of Tibetan; some write one at the end, too. */
const lastTsheg = /(?<=\p{Script=Tibetan}\p{M}*)\u0f0b+(?= |$)/gu
/** Other forms of common characters: full and half width, presentation forms, mathematical characters, Catalan ŀ, the dot of Tibetan without a break. */
const forms = /[\u013f\u0140\u0f0c\ufb00-\ufdff\ufe70-\ufefc\uff01-\uffee\u{1d400}-\u{1d7ff}]+/gu
/** A joiner stays where Persian and the scripts of India write one; what else draws nothing is left out. */
const ignored =
  /(?<![\p{Script=Arabic}\p{M}])[\u200c\u200d]|[\u200c\u200d](?!\p{L})|(?![\u200d\u200c\u202a-\u202e\u2066-\u2069])\p{Default_Ignorable_Code_Point}/gu

/** Returns a name in the one spelling of its spaces, hyphens and apostrophes, however a keyboard or a document writes them. */
export function spellName(typed: string): string {
  return typed
    .toWellFormed()
    .replace(apostrophes, '’')
    .replace(hyphens, '-')
    .replace(forms, (form) => form.normalize('NFKC'))
    .normalize('NFC')
    .replace(ignored, '')
    .replace(raisedDot, '·')
    .replace(geresh, '\u05f3')
    .replace(spaces, ' ')
    .trim()
    .replace(lastTsheg, '')
}

/** The dot between the parts of a foreign name in Chinese and Japanese. */
const dotBetween = '(?<=[\\p{Script=Han}\\p{scx=Kana}\\p{scx=Hira}])[·・](?=[\\p{Script=Han}\\p{scx=Kana}\\p{scx=Hira}])'
const tshegBetween = '(?<=(?=\\p{Script=Tibetan})[\\p{L}\\p{M}])\\u0f0b(?=(?=\\p{Script=Tibetan})\\p{L})'
/**
 * Characters of any script, marks, apostrophes, hyphens and spaces; no digits, dots or slashes, because the name goes into
 * e-mails.
 */
const pattern = new RegExp(
  `^’?\\p{L}(?:[\\p{L}\\p{M}’\\u05f3 \\u200c\\u200d-]|(?<=l)·(?=l)|${dotBetween}|${tshegBetween})*$`,
  'iu',
)

/**
 * More marks on one character than Burmese has, or more than two of those that fit on characters of every script. Unicode takes the
 * vowel signs of Arabic for such ones, of which a fully written name has three.
 */
const pile = /\p{M}{5}|(?:(?=\p{M})(?!(?<=\p{Script=Arabic}\p{M}*)\p{scx=Arab})\p{Script=Inherited}){3}/u

/** The schema of a first name, wherever one is given or changed. */
export const firstNameInput = v.pipe(
  v.string('invalid'),
  v.transform(spellName),
  v.nonEmpty('required'),
  v.check((name) => pattern.test(name) && !pile.test(name), 'name'),
  v.check((name) => lengthOf(name) <= firstNameLength, 'too-long'),
)

/** Returns a name from elsewhere as far as it can be one here, or null. It only fills in a field that people read and send. */
export function suggestedName(given: string): string | null {
  return startOf(spellName(given), firstNameLength).trim() || null
}
