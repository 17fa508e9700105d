import type { Inline } from '#features/blog/contract.ts'
import { type LocaleCode, splitLocale } from '#shared/i18n/locales.ts'
import { parseLocalPath, withPrefix } from '#shared/routing/href.ts'

/** A part of a line, and where the text goes on behind it. */
type Found = { parts: Inline[]; end: number }

const isSpace = (character: string | undefined) => character === undefined || /\s/.test(character)
const isWord = (character: string | undefined) => character !== undefined && /\w/.test(character)

/** Reads a line's emphasis, code and links; `\n` in it is a break. Text is as it was written. */
export function readInline(text: string, locale: LocaleCode): Inline[] {
  const parts: Inline[] = []
  let words = ''
  const flush = () => {
    if (words !== '') parts.push(words)
    words = ''
  }
  for (let at = 0; at < text.length;) {
    const found = readPart(text, at, locale)
    if (found) {
      flush()
      parts.push(...found.parts)
      at = found.end
      continue
    }
    const isEscape = text[at] === '\\' && /[!-/:-@[-`{-~]/.test(text[at + 1] ?? '')
    words += text[isEscape ? at + 1 : at]
    at += isEscape ? 2 : 1
  }
  flush()
  return parts
}

function readPart(text: string, at: number, locale: LocaleCode): Found | null {
  switch (text[at]) {
    case '\n':
      return { parts: [{ kind: 'break' }], end: at + 1 }
    case '`':
      return readCode(text, at)
    case '[':
      return readLink(text, at, locale)
    case '!': {
      // A picture stays text, and is no link either.
      const link = readLink(text, at + 1, locale)
      return link && { parts: [text.slice(at, link.end)], end: link.end }
    }
    case '*':
    case '_':
      return readEmphasis(text, at, locale)
    default:
      return null
  }
}

function readCode(text: string, at: number): Found | null {
  const [, marks = '', code = ''] = /^(`+)(?!`)([^]+?)(?<!`)\1(?!`)/.exec(text.slice(at)) ?? []
  return marks === '' ? null : { parts: [{ kind: 'code', children: [code.trim()] }], end: at + 2 * marks.length + code.length }
}

/** `[words](target)`, also with the target in `<…>` and with a title, which is left out. */
function readLink(text: string, at: number, locale: LocaleCode): Found | null {
  const match = /^\[((?:[^[\]\\]|\\.)+)\]\(\s*(?:<([^<>\n]*)>|([^\s()<]+(?:\([^\s()]*\)[^\s()]*)*))(?:\s+"[^"\n]*")?\s*\)/.exec(
    text.slice(at),
  )
  if (!match) return null
  const [whole, words = '', bracketed, bare] = match
  const children = readInline(words, locale)
  const href = safeTarget(bracketed ?? bare ?? '', locale)
  // A link that is neither https nor a path of ours is only its words.
  return { parts: href === null ? children : [{ kind: 'link', href, children }], end: at + whole.length }
}

/** A path without a language's prefix stays in the language of the post. */
function safeTarget(target: string, locale: LocaleCode): string | null {
  if (/^https:\/\//i.test(target)) return URL.canParse(target) ? new URL(target).href : null
  const path = parseLocalPath(target)
  if (path === null) return null
  return splitLocale(path).path === path ? withPrefix(path, locale) : path
}

/** Two marks are strong, one is emphasis. They hold to the words inside, and `_` stands only between words. */
function readEmphasis(text: string, at: number, locale: LocaleCode): Found | null {
  const mark = text[at] ?? ''
  if (mark === '_' && isWord(text[at - 1])) return null
  for (const width of [2, 1]) {
    const marks = mark.repeat(width)
    const start = at + width
    if (!text.startsWith(marks, at) || isSpace(text[start]) || (width === 1 && text[start] === mark)) continue
    const end = findClosing(text, start, mark, width)
    if (end === null) continue
    const children = readInline(text.slice(start, end), locale)
    return { parts: [{ kind: width === 2 ? 'strong' : 'emphasis', children }], end: end + width }
  }
  return null
}

/** Where the marks that close begin: a run of the same width, or of three, behind a word. */
function findClosing(text: string, start: number, mark: string, width: number): number | null {
  for (let at = start; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '`') at = (readCode(text, at)?.end ?? at + 1) - 1
    else if (text[at] === mark) {
      let run = 1
      while (text[at + run] === mark) run++
      const closes = at > start && !isSpace(text[at - 1]) && !(mark === '_' && isWord(text[at + run]))
      if (closes && run === width) return at
      // Of three together the inner ones close first.
      if (closes && run === 3) return at + 3 - width
      at += run - 1
    }
  }
  return null
}
