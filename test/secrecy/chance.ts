/** What one member was sent in one session, letter by letter and each list in the order of arrival. */
export type Recording = {
  /** What came over the line: what a WebSocket brought, or the frames of a call's answer. */
  texts: readonly string[]
  /** Frame by frame, as their reader has them: without ciphers. */
  read: readonly string[]
  /** Of pages and actions: the address, then status and headers, then the body. */
  answers: readonly string[]
}

const time = /^(?:\d{13}|\d\d:\d\d|\d{4}-\d\d-\d\dT[\d:.]+Z)$/

/**
 * What is drawn by chance, and times: ids of encounters, members and calls (16, 22 or 24 characters), UUIDs, seeds and epochs
 * (8 hex digits), nonces, tokens, ciphers, addresses of photos, ms, ISO instants and times of
 * day. A word of such a length is replaced, too, which hides
 * nothing: it has a number like an id.
 */
const chance =
  /(?<="cipher":")[^"]+(?=")|eyJ[\w-]+(?:\.[\w-]*){2,4}|nonce[-=]"?[\w+/]{22}==|(?<=\/photos\/)[\w-]+(?=\/)|\d{4}-\d\d-\d\dT[\d:.]+Z|\b\d\d:\d\d\b|(?<=%2F)[ab]-[\w-]{24}|(?<![\w-])(?:[ab]-[\w-]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\w-]{22}|[\w-]{16}|[0-9a-f]{8}|\d{13})(?![\w-])/g

/**
 * Replaces each id by the number of its first appearance, and every time by the same word. The numbers go on from session to
 * session: an id that a person keeps would have one number where it is the same person, and another for each other one.
 */
export function withoutChance(sessions: readonly Recording[]): Recording[] {
  const ids = new Map<string, number>()
  const numberOf = (id: string) => ids.get(id) ?? ids.set(id, ids.size).size - 1
  const replaced = (text: string) => text.replace(chance, (found) => (time.test(found) ? '(time)' : `(${numberOf(found)})`))
  return sessions.map((session) => mapTexts(session, replaced))
}

export const mapTexts = ({ texts, read, answers }: Recording, change: (text: string) => string): Recording => ({
  texts: texts.map(change),
  read: read.map(change),
  answers: answers.map(change),
})
