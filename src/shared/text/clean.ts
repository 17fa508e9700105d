/** Line ends of different programs: Word has its own for a line within a paragraph, and a page break is one, too. */
const lineEnds = /\r\n?|[\v\f\u0085\u2028\u2029]/g
/** Control characters that people do not type, and those that change the direction of the text after them. Line feeds stay. */
// eslint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/**
 * Returns a text of several lines in its stored form, for messages and text areas: well-formed Unicode, LF line ends, spaces for
 * tabs, without control characters, trimmed. Joiners stay, because emoji need them.
 */
export function cleanLines(typed: string): string {
  return typed.toWellFormed().replace(lineEnds, '\n').replaceAll('\t', ' ').replace(controls, '').trim()
}
