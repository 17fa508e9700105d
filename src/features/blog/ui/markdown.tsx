import type { ReactNode } from 'react'
import type { Block, Inline } from '../contract.ts'

/** The body of a post as elements; the markdown itself was parsed on the server. */
export function Markdown({ blocks }: { blocks: readonly Block[] }) {
  // The blocks never move, because they are rendered once.
  return blocks.map((block, index) => <MarkdownBlock key={index} block={block} />)
}

function MarkdownBlock({ block }: { block: Block }): ReactNode {
  switch (block.kind) {
    case 'heading': {
      const Heading = `h${block.level}` as const
      return <Heading>{toNodes(block.children)}</Heading>
    }
    case 'paragraph':
      return <p>{toNodes(block.children)}</p>
    case 'line':
      return toNodes(block.children)
    case 'quote':
      return (
        <blockquote>
          <Markdown blocks={block.blocks} />
        </blockquote>
      )
    case 'rule':
      return <hr />
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul'
      return (
        <List>
          {block.items.map((item, index) => (
            <li key={index}>
              <Markdown blocks={item} />
            </li>
          ))}
        </List>
      )
    }
    default:
      return block satisfies never
  }
}

function toNodes(parts: readonly Inline[]): ReactNode {
  return parts.map((part, index) => <Span key={index} part={part} />)
}

function Span({ part }: { part: Inline }): ReactNode {
  if (typeof part === 'string') return part
  switch (part.kind) {
    case 'strong':
      return <strong>{toNodes(part.children)}</strong>
    case 'emphasis':
      return <em>{toNodes(part.children)}</em>
    case 'code':
      return <code>{toNodes(part.children)}</code>
    case 'link':
      return <a href={part.href}>{toNodes(part.children)}</a>
    case 'break':
      return <br />
    default:
      return part satisfies never
  }
}
