import type { Block, Inline } from '#features/blog/contract.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { readInline } from './markdown-inline.ts'
import { typesetLine } from './typeset-line.ts'

const heading = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/
const rule = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/
const quoted = /^ {0,3}> ?/
const bullet = /^ {0,3}[-*+][ \t]+(?=\S)/
const numbered = /^ {0,3}\d{1,9}[.)][ \t]+(?=\S)/
/** What belongs to an item of a list stands further in than its mark. */
const indentOf = (line: string) => line.length - line.trimStart().length
const isIndented = (line: string, indent = 0) => !isBlank(line) && indentOf(line) >= indent + 2
const isBlank = (line: string) => line.trim() === ''

/**
 * Reads the part of markdown (CommonMark) that posts are written in: paragraphs, headings, lists, quotes,
 * rules, emphasis, code and safe links. Whatever else is typed, HTML, pictures and tables among it, stays the text that it is.
 * All text is typeset for its language. The libraries for it would make every isolate compile 50 KB more.
 */
export function readMarkdown(text: string, locale: LocaleCode): Block[] {
  return readBlocks(text.replaceAll('\r\n', '\n').replaceAll('\t', '    ').split('\n'), (line) =>
    typesetLine(readInline(line, locale), locale),
  )
}

type ReadLine = (text: string) => Inline[]

function readBlocks(lines: readonly string[], read: ReadLine): Block[] {
  const blocks: Block[] = []
  let at = 0
  /** The lines from here on that `belongs` takes; moves on behind them. */
  const take = (belongs: (line: string, index: number) => boolean): string[] => {
    const start = at
    while (at < lines.length && belongs(lines[at] ?? '', at - start)) at++
    return lines.slice(start, at)
  }
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const [, marks, title] = heading.exec(line) ?? []
    if (isBlank(line)) at++
    else if (marks !== undefined && title !== undefined) {
      at++
      // The page's h1 is its title.
      blocks.push({ kind: 'heading', level: marks.length <= 2 ? 2 : 3, children: read(title) })
    } else if (rule.test(line)) {
      at++
      blocks.push({ kind: 'rule' })
    } else if (quoted.test(line)) {
      const inner = take((each) => quoted.test(each)).map((each) => each.replace(quoted, ''))
      blocks.push({ kind: 'quote', blocks: readBlocks(inner, read) })
    } else if (bullet.test(line) || numbered.test(line)) {
      const mark = bullet.test(line) ? bullet : numbered
      const inner = take((each) => mark.test(each) || continuesList(lines, at))
      blocks.push({ kind: 'list', isOrdered: mark === numbered, items: readItems(inner, mark, read) })
    } else {
      const inner = take((each, index) => index === 0 || !endsParagraph(each))
      blocks.push({ kind: 'paragraph', children: read(joinLines(inner)) })
    }
  }
  return blocks
}

/** A number begins a list within a paragraph only if it is the first: a sentence may end with a year. */
const endsParagraph = (line: string) =>
  isBlank(line) || [heading, rule, quoted, bullet].some((pattern) => pattern.test(line)) || /^ {0,3}1[.)][ \t]+\S/.test(line)

/** An item goes on with lines that stand further in, or follow it directly; a blank line must have more of the list behind it. */
function continuesList(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? ''
  const next = lines[at + 1] ?? ''
  if (isBlank(line)) return isIndented(next) || bullet.test(next) || numbered.test(next)
  return isIndented(line) || (!isBlank(lines[at - 1] ?? '') && !endsParagraph(line))
}

function readItems(lines: readonly string[], mark: RegExp, read: ReadLine): Block[][] {
  const indent = indentOf(lines[0] ?? '')
  const items: string[][] = []
  let width = 0
  for (const line of lines) {
    const [found] = isIndented(line, indent) ? [] : (mark.exec(line) ?? [])
    if (found !== undefined) {
      width = found.length
      items.push([line.slice(width)])
    } else items.at(-1)?.push(line.slice(Math.min(width, indentOf(line))))
  }
  return items.map((item) => {
    const blocks = readBlocks(item, read)
    // A first paragraph, and often the only one, is the item itself.
    return blocks.map((block, index) =>
      block.kind === 'paragraph' && index === 0 ? { kind: 'line', children: block.children } : block,
    )
  })
}

/** A line that ends with a backslash or two spaces ends here, too; other ends of lines are spaces. */
const joinLines = (lines: readonly string[]) =>
  lines
    .map((line) => (/(?: {2,}|\\)$/.test(line) ? `${line.replace(/\\$/, '').trim()}\n` : `${line.trim()} `))
    .join('')
    .trimEnd()
