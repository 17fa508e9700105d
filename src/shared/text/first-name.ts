import * as v from 'valibot'
import { lengthOf, startOf } from './cut.ts'

/** In code points. */
export const firstNameLength = 40

const spaces = /[\p{Zs}\t]+/gu
/** Characters that keyboards and documents use as a hyphen. */
const hyphens = /[\u2010-\u2013\u2043\u2212\u058a\u05be\ufe63\uff0d]/g
/** Characters that keyboards and documents use as an apostrophe. */
const apostrophes = /['`\u00b4\u02b9\u02bb\u02bc\u02bd\u02c8\u055a\u1fbd\u1fbf\u2018-\u201b\u2032\ua78c\uff07]/g
/** In Hebrew the same key writes a geresh, which changes the sound of the character before it. */
const geresh = /(?<=\p{Script=Hebrew}\p{M}*)’/gu
/** The raised dot of Catalan between two l, which some write as a bullet. */
const raisedDot = /(?<=l)[•‧∙⋅](?=l)/giu
/** The dot between the syllables of Tibetan; some write one at the end, too. */
const lastTsheg = /(?<=\p{Script=Tibetan}\p{M}*)\u0f0b+(?= |$)/gu
/**
 * Compatibility forms of common characters: full and half width, presentation forms, mathematical characters, Catalan ŀ, the
 * non-breaking dot of Tibetan.
 */
const forms = /[\u013f\u0140\u0f0c\ufb00-\ufdff\ufe70-\ufefc\uff01-\uffee\u{1d400}-\u{1d7ff}]+/gu
/** A joiner stays where Persian and Indian scripts need one; other invisible characters are dropped. */
const ignored =
  /(?<![\p{Script=Arabic}\p{M}])[\u200c\u200d]|[\u200c\u200d](?!\p{L})|(?![\u200d\u200c\u202a-\u202e\u2066-\u2069])\p{Default_Ignorable_Code_Point}/gu

/** Returns a name with uniform spaces, hyphens and apostrophes, whatever the keyboard or document used. */
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
 * Characters of any script, marks, apostrophes, hyphens and spaces. No digits, dots or slashes, because the name goes into
 * emails.
 */
const pattern = new RegExp(
  `^’?\\p{L}(?:[\\p{L}\\p{M}’\\u05f3 \\u200c\\u200d-]|(?<=l)·(?=l)|${dotBetween}|${tshegBetween})*$`,
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
