import { Icon } from '#ui/icon.tsx'
import type { LegalTexts } from '../contract.ts'
import { LegalSections } from './legal-text.tsx'
import styles from './legal-list.module.css'

/** Every text, each closed until somebody wants to read it; `level` is that of their headings. */
export function LegalList({ texts, level }: { texts: NonNullable<LegalTexts['texts']>; level: 'h3' | 'h4' }) {
  return (
    <div>
      {texts.map(({ kind, title, intro, sections }) => (
        <details key={kind} className={styles.text}>
          <summary>
            {title}
            <Icon name="chevron-down" />
          </summary>
          <p>{intro}</p>
          {/* The ids of four texts on one page must differ. */}
          <LegalSections level={level} sections={sections.map((section) => ({ ...section, id: `${kind}-${section.id}` }))} />
        </details>
      ))}
    </div>
  )
}
