import { ButtonLink } from '#ui/controls/button.tsx'
import { ThreadLoose } from '#ui/thread/thread-loose.tsx'
import styles from './not-found.module.css'

export type NotFoundTexts = {
  /** The translated heading. */
  title: string
  /** The spec's text with the path, in English for every language (spec §2); absent if a part is closed. */
  message?: string
  text?: string
  action: { href: string; label: string }
}

export function NotFoundContent({ title, message, text, action }: NotFoundTexts) {
  return (
    <div className={styles.content}>
      <ThreadLoose />
      <h1>{title}</h1>
      {text ? <p className={styles.text}>{text}</p> : null}
      {message === undefined ? null : (
        <p className={styles.message} lang="en">
          {message}
        </p>
      )}
      <ButtonLink href={action.href}>{action.label}</ButtonLink>
    </div>
  )
}
