export type TextPart = { kind: 'text'; text: string } | { kind: 'link'; text: string; href: string }

/** Only these become links, whatever the text looks like. */
const safeProtocols: ReadonlySet<string> = new Set(['http:', 'https:'])
const address = /\bhttps?:\/\/[^\s<>"`{}|\\^]+/gi
const closers: Record<string, string> = { ')': '(', ']': '[' }

/**
 * Splits a message into text and links. Punctuation that ends the sentence (a full stop, a closing bracket) is not part of a
 * link.
 */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const found of text.matchAll(address)) {
    const shown = trimEnd(found[0])
    const url = findSafe(shown)
    if (url === null) continue
    if (found.index > end) parts.push({ kind: 'text', text: text.slice(end, found.index) })
    parts.push({ kind: 'link', text: withReadableHost(shown, url), href: url.href })
    end = found.index + shown.length
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) })
  return parts
}

function trimEnd(candidate: string): string {
  let shown = candidate
  for (;;) {
    const last = shown.at(-1) ?? ''
    const opener = closers[last]
    const isUnbalanced = opener !== undefined && shown.split(opener).length <= shown.split(last).length - 1
    if (!isUnbalanced && !/[.,;:!?'"»”’*_~…]/.test(last)) return shown
    shown = shown.slice(0, -1)
  }
}

/**
 * Returns null for text that is not a URL, and for one with a user name before its host: `https://bank.example@evil.example` is
 * misleading.
 */
function findSafe(shown: string): URL | null {
  if (!URL.canParse(shown)) return null
  const url = new URL(shown)
  return safeProtocols.has(url.protocol) && url.username === '' && url.password === '' ? url : null
}

/** Shows a host with other characters than a to z as browsers request it (`xn--…`), because `bаnk.example` may not be a bank. */
function withReadableHost(shown: string, { hostname }: URL): string {
  return hostname.includes('xn--') ? shown.replace(/^(https?:\/\/)[^/?#:]+/i, `$1${hostname}`) : shown
}
