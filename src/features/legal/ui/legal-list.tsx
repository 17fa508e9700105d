import { Icon } from '#ui/icons/icon.tsx'
import type { OwedText, ReadableText } from '../contract.ts'
import { LegalSections } from './legal-text.tsx'
import styles from './legal-list.module.css'

/** Every text, each folded until it is opened; `level` is the level of their headings. */
export function LegalList({ texts, level }: { texts: readonly ReadableText[]; level: 'h3' | 'h4' }) {
  return (
    <div>
      {texts.map(({ kind, title, ...text }) => (
        <ClosedText key={kind} name={kind} label={title} level={level} {...text} />
      ))}
    </div>
  )
}

type ClosedTextProps = { name: string; label: string; intro?: string; level: 'h3' | 'h4' } & Pick<OwedText, 'sections'>

/** A whole text folded under its label. `name` distinguishes its sections from those of other texts on the page. */
export function ClosedText({ name, label, intro, level, sections }: ClosedTextProps) {
  return (
    <details className={styles.text}>
      <summary>
        {label}
        <Icon name="chevron-down" />
      </summary>
      {intro === undefined ? null : <p>{intro}</p>}
      <LegalSections level={level} sections={sections.map((section) => ({ ...section, id: `${name}-${section.id}` }))} />
    </details>
  )
}
