import type { Lexer, MarkedToken, Token, Tokens } from 'marked'
import type { Block, Inline } from '#features/blog/contract.ts'
import { defaultLocale, splitLocale, type LocaleCode } from '#shared/i18n/locales.ts'
import { parseLocalPath, withPrefix } from '#shared/routing/href.ts'
import { typesetLine } from './typeset-line.ts'

/**
 * Parses a post's markdown (CommonMark): paragraphs, headings, lists, quotes, rules, emphasis, code and safe links. Everything
 * else, such as HTML and pictures, stays plain text. All text is typeset for its language. The library loads with the first post.
 */
export async function readMarkdown(text: string, locale: LocaleCode): Promise<Block[]> {
  const marked = await import('marked')
  const lexer: Lexer = new marked.Lexer({ gfm: false })
  return readBlocks(lexer.lex(text), locale)
}

/** Maximum nesting of quotes, lists and emphasis. */
const maxDepth = 12

/** Returns false for a text nested so deeply that its page could not be rendered. */
export async function isReadable(text: string): Promise<boolean> {
  try {
    return depthOf(await readMarkdown(text, defaultLocale)) <= maxDepth
  } catch (error) {
    // Both the library and this code recurse, so the stack may overflow.
    if (error instanceof RangeError) return false
    throw error
  }
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Math.max(0, ...Object.values(value).map(depthOf))
  return 'kind' in value ? inner + 1 : inner
}

/** Only the library's own tokens: no extension is installed. */
const isKnown = (token: Token): token is MarkedToken => token.type !== 'generic'

function readBlocks(tokens: readonly Token[], locale: LocaleCode): Block[] {
  return tokens.filter(isKnown).flatMap((token) => readBlock(token, locale))
}

function readBlock(token: MarkedToken, locale: LocaleCode): Block[] {
  const line = (tokens: readonly Token[]) => typesetLine(readInline(tokens, locale), locale)
  switch (token.type) {
    case 'space':
      return []
    case 'heading':
      // The page's h1 is its title.
      return [{ kind: 'heading', level: token.depth <= 2 ? 2 : 3, children: line(token.tokens) }]
    case 'hr':
      return [{ kind: 'rule' }]
    case 'blockquote':
      return [{ kind: 'quote', blocks: readBlocks(token.tokens, locale) }]
    case 'list':
      return [
        { kind: 'list', isOrdered: token.ordered, items: token.items.map((item: Tokens.ListItem) => readItem(item, locale)) },
      ]
    case 'paragraph':
      return [{ kind: 'paragraph', children: line(token.tokens) }]
    case 'text':
      return [{ kind: 'line', children: line(token.tokens ?? [token]) }]
    case 'code':
      return [{ kind: 'paragraph', children: [{ kind: 'code', children: [token.text] }] }]
    default:
      return [{ kind: 'paragraph', children: typesetLine([token.raw.trim()], locale) }]
  }
}

/** The first paragraph, often the only one, becomes the item itself. */
function readItem(item: Tokens.ListItem, locale: LocaleCode): Block[] {
  return readBlocks(item.tokens, locale).map((block, index) =>
    block.kind === 'paragraph' && index === 0 ? { kind: 'line', children: block.children } : block,
  )
}

function readInline(tokens: readonly Token[], locale: LocaleCode): Inline[] {
  return joinTexts(tokens.filter(isKnown).flatMap((token) => readPart(token, locale)))
}

function readPart(token: MarkedToken, locale: LocaleCode): Inline[] {
  switch (token.type) {
    case 'text':
      return token.tokens ? readInline(token.tokens, locale) : [onOneLine(token.text)]
    case 'escape':
      return [token.text]
    case 'strong':
      return [{ kind: 'strong', children: readInline(token.tokens, locale) }]
    case 'em':
      return [{ kind: 'emphasis', children: readInline(token.tokens, locale) }]
    case 'codespan':
      return [{ kind: 'code', children: [token.text] }]
    case 'br':
      return [{ kind: 'break' }]
    case 'link':
      return readLink(token, locale)
    default:
      return [onOneLine(token.raw)]
  }
}

const onOneLine = (text: string) => text.replaceAll('\n', ' ')

/** A link that is neither https nor a path of this site becomes its plain text; a URL in angle brackets stays as typed. */
function readLink({ raw, href, tokens }: Tokens.Link, locale: LocaleCode): Inline[] {
  if (raw.startsWith('<')) return [raw]
  const children = readInline(tokens, locale)
  const target = safeTarget(href, locale)
  return target === null ? children : [{ kind: 'link', href: target, children }]
}

/** A path without a language prefix stays in the post's language. */
function safeTarget(target: string, locale: LocaleCode): string | null {
  if (/^https:\/\//i.test(target)) return URL.canParse(target) ? new URL(target).href : null
  const path = parseLocalPath(target)
  if (path === null) return null
  return splitLocale(path).path === path ? withPrefix(path, locale) : path
}

/** Adjacent texts become one, so that they are typeset together. */
function joinTexts(parts: readonly Inline[]): Inline[] {
  const joined: Inline[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (typeof part === 'string' && typeof last === 'string') joined[joined.length - 1] = last + part
    else joined.push(part)
  }
  return joined
}
