import { parseBlocks, type LegalText } from '../rules.ts'

/** The sections of a legal text; `level` is the level of their headings. */
export function LegalSections({ sections, level: Heading = 'h2' }: Pick<LegalText, 'sections'> & { level?: 'h2' | 'h3' | 'h4' }) {
  return sections.map(({ id, title, text }) => (
    <section key={id} aria-labelledby={id}>
      <Heading id={id}>{title}</Heading>
      <Blocks text={text} />
    </section>
  ))
}

function Blocks({ text }: { text: string }) {
  return parseBlocks(text).map((block, index) =>
    block.kind === 'paragraph' ? (
      <p key={index}>{block.text}</p>
    ) : (
      <ul key={index}>
        {block.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    ),
  )
}
