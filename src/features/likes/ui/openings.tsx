import { useI18n } from '#shared/i18n/context.tsx'
import { fillField } from '#ui/fields/fill-field.ts'
import styles from './openings.module.css'

type OpeningsProps = {
  openings: readonly string[]
  hrefOf?: ((index: number) => string) | undefined
  findField: () => HTMLTextAreaElement | null
}

/** Suggested first messages: a press writes one into the field, to read, change and send. */
export function Openings({ openings, hrefOf, findField }: OpeningsProps) {
  const { t } = useI18n()
  if (openings.length === 0) return null
  return (
    <ul className={styles.openings} aria-label={t('likes.match.openings')}>
      {openings.map((text, index) => (
        <li key={text}>
          {hrefOf ? (
            <a
              className={styles.opening}
              href={hrefOf(index)}
              onClick={(event) => {
                event.preventDefault()
                fillField(findField(), text, openings)
              }}
            >
              <span>{text}</span>
            </a>
          ) : (
            <button className={styles.opening} type="button" onClick={() => fillField(findField(), text, openings)}>
              <span>{text}</span>
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
