import { inWidth } from '#shared/photo.ts'
import type { TieView } from '#shared/text/tie.ts'
import { WithTranslation } from '../translation/with-translation.tsx'
import styles from './tied-thing.module.css'

type TiedThingProps = {
  tie: Pick<TieView, 'kind' | 'photo' | 'text'> & { question?: string | null; line?: string | null }
  /** Whose thing it is, such as 'Liked your answer'. */
  said?: string
  /** Text instead of a thing that is gone. */
  removed: string
  /** The language in which the line's writer writes about themselves, if the reader does not speak it: the line is likely to be in it. */
  lineIn?: string | null | undefined
}

/** The thing that a like is tied to, with the line that came with it. */
export function TiedThing({ tie: { photo, question, text, line }, said, removed, lineIn = null }: TiedThingProps) {
  return (
    <figure className={styles.tied}>
      {said ? <figcaption className={styles.said}>{said}</figcaption> : null}
      {photo ? (
        <img className={styles.photo} src={inWidth(photo, 320)} alt="" width={320} height={320} loading="lazy" decoding="async" />
      ) : photo === '' ? null : text ? (
        <>
          {question ? <p className={styles.said}>{question}</p> : null}
          <blockquote className={styles.words} dir="auto">
            {text}
          </blockquote>
        </>
      ) : (
        <p className={styles.removed}>{removed}</p>
      )}
      {line ? (
        <WithTranslation text={line} language={lineIn}>
          {(translated, control) => (
            <>
              <p className={styles.line} dir="auto" lang={translated === null ? (lineIn ?? undefined) : undefined}>
                {translated ?? line}
              </p>
              {control}
            </>
          )}
        </WithTranslation>
      ) : null}
    </figure>
  )
}
