import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import type { Block, Inline } from '#features/blog/contract.ts'
import { getLocale, type LocaleCode, splitLocale } from '#shared/i18n/locales.ts'
import { parseLocalPath, withPrefix } from '#shared/routing/href.ts'
import { typesetLine } from './typeset-line.ts'

/**
 * Reads a post's markdown. Only words, headings, lists, quotes, emphasis and safe links come out of it: HTML, pictures and
 * tables stay the text that they were written as. All text is typeset for its language.
 */
export function readMarkdown(text: string, locale: LocaleCode): Block[] {
  return toBlocks(Lexer.lex(text), locale)
}

function toBlocks(tokens: readonly Token[], locale: LocaleCode): Block[] {
  return tokens.flatMap((token) => toBlock(token, locale) ?? [])
}

function toBlock(generic: Token, locale: LocaleCode): Block | null {
  const token = known(generic)
  switch (token?.type) {
    case 'space':
    case 'def':
    // A task's box has no meaning here.
    case 'checkbox':
      return null
    case 'hr':
      return { kind: 'rule' }
    case 'heading':
      // The page's h1 is its title.
      return { kind: 'heading', level: token.depth <= 2 ? 2 : 3, children: toLine(token.tokens, locale) }
    case 'paragraph':
      return { kind: 'paragraph', children: toLine(token.tokens, locale) }
    case 'text':
      return { kind: 'line', children: token.tokens ? toLine(token.tokens, locale) : typesetLine([token.text], locale) }
    case 'blockquote':
      return { kind: 'quote', blocks: toBlocks(token.tokens, locale) }
    case 'list':
      return { kind: 'list', isOrdered: token.ordered, items: token.items.map((item) => toBlocks(item.tokens, locale)) }
    default:
      return { kind: 'paragraph', children: typesetLine([generic.raw.trim()], locale) }
  }
}

const toLine = (tokens: readonly Token[], locale: LocaleCode) => typesetLine(toInline(tokens, locale), locale)

function toInline(tokens: readonly Token[], locale: LocaleCode): Inline[] {
  return tokens.flatMap((token) => toSpan(token, locale))
}

function toSpan(generic: Token, locale: LocaleCode): Inline | Inline[] {
  const token = known(generic)
  switch (token?.type) {
    case 'text':
      return token.tokens ? toInline(token.tokens, locale) : token.text
    case 'escape':
      return token.text
    case 'br':
      return { kind: 'break' }
    case 'codespan':
      return { kind: 'code', children: [token.text] }
    case 'strong':
      return { kind: 'strong', children: toInline(token.tokens, locale) }
    case 'em':
      return { kind: 'emphasis', children: toInline(token.tokens, locale) }
    case 'link':
      return toLink(token, locale)
    default:
      return generic.raw
  }
}

/** A link that is neither https nor a path of ours is only its words. */
function toLink({ href, tokens }: Tokens.Link, locale: LocaleCode): Inline | Inline[] {
  const children = toInline(tokens, locale)
  const target = safeTarget(href, locale)
  return target === null ? children : { kind: 'link', href: target, children }
}

/** A path without a language's prefix stays in the language of the post. */
function safeTarget(target: string, locale: LocaleCode): string | null {
  if (/^https:\/\//i.test(target)) return URL.canParse(target) ? new URL(target).href : null
  const path = parseLocalPath(target)
  if (path === null) return null
  return splitLocale(path).path === path ? withPrefix(path, getLocale(locale).code) : path
}

/** Marked's own tokens; extensions, of which there are none, would bring others. */
function known(token: Token): MarkedToken | null {
  return isKnown(token) ? token : null
}

function isKnown(token: Token): token is MarkedToken {
  return token.type !== 'generic'
}
