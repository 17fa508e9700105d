import { ignoredInSearch as ignored } from '#shared/text/fold.ts'

/** Apostrophes of every keyboard, and quotation marks that some languages write in abbreviations. */
const apostrophes =
  '\'"`\u00b4\u02b9-\u02bf\u02c8\u02ca\u02cb\u02ee\u055a\u05f3\u05f4\u1fbd\u1fbf\u2018-\u201f\u2032\u2033\u2035\ua78b\ua78c\uff02\uff07'
/** Hyphens, dashes in their place, the dot of l·l and of names in kana, and invisible characters that separate words. */
const hyphens = '\u00b7\u058a\u05be\u2010-\u2015\u2027\u2043\u2212\u30fb\ufe58\ufe63\uff0d\uff65\u200b\u200c-'
/** Text between spaces and punctuation: what people call a word. Its joints split it, too. */
export const wordPattern = new RegExp(`[\\p{L}\\p{M}\\p{N}${ignored}${apostrophes}${hyphens}]+`, 'gu')
export const partPattern = new RegExp(`[^${apostrophes}${hyphens}]+`, 'gu')
/** Characters of scripts without spaces between words, with their sound marks. All are above U+0E00. */
const scripts = ['Han', 'Hira', 'Kana', 'Bopo', 'Thai', 'Laoo', 'Khmr', 'Mymr', 'Tibt'].map((script) => `\\p{scx=${script}}`)
const marks = `[\\p{M}${ignored}\uff9e\uff9f]*`
/** The vowels am and ae of Thai and Lao are one character or two, which must stay in one token. */
const am = `(?:[\u0e33\u0eb3]|(?<=[\u0e4d\u0ecd][\u0e48-\u0e4b\u0ec8-\u0ecb]?)[\u0e32\u0eb2])${marks}`
const unspaced = `(?![\\p{Nd}\\p{M}])(?:\u0e40\u0e40|\u0ec0\u0ec0|[${scripts.join('')}])${marks}(?:${am})?`
const spacedOnly = /^[\0-\u0dff]*$/
const unspacedPattern = new RegExp(unspaced, 'u')
export const isUnspaced = (text: string): boolean => !spacedOnly.test(text) && unspacedPattern.test(text)
/** A part is looked up as a whole, except in scripts without spaces: there character by character, in order. */
export const piecePattern = new RegExp(`${unspaced}|(?:(?!${unspaced})[^])+`, 'gu')
