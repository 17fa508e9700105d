const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/**
 * Not allowed in XML, not even as entities. Written as a string, because the worker's script is ASCII and escapes in a pattern
 * are not preserved.
 */
const forbidden = new RegExp('[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\ufffe\\uffff]', 'g')

/** For the text of an element, and for an attribute in either kind of quotes. Drops characters that XML 1.0 cannot contain. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(forbidden, '')
    .replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
