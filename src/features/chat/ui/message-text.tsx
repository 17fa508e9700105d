import { isEmojiOnly } from './emoji-only.ts'
import { splitLinks } from './split-links.ts'
import styles from './bubble.module.css'

/** A message as text nodes and links, never as markup. */
export function MessageText({ text }: { text: string }) {
  return (
    <span className={isEmojiOnly(text) ? styles.emoji : styles.text}>
      {splitLinks(text).map((part, index) =>
        part.kind === 'text' ? (
          part.text
        ) : (
          <a key={index} href={part.href} target="_blank" rel="noopener nofollow ugc" data-external="">
            {part.text}
          </a>
        ),
      )}
    </span>
  )
}
