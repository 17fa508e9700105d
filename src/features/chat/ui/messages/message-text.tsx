import { useI18n } from '#shared/i18n/context.tsx'
import { isEmojiOnly } from './emoji-only.ts'
import { splitLinks } from './split-links.ts'
import styles from './bubble.module.css'

/** A longer message is folded, so that the conversation stays in view. */
const longChars = 900
const longLines = 16

/** A message as text nodes and links, never as markup. */
export function MessageText({ text }: { text: string }) {
  const { t } = useI18n()
  const isLong = text.length > longChars || text.split('\n').length > longLines
  return (
    <>
      <p className={isEmojiOnly(text) ? styles.emoji : styles.text} dir="auto">
        {splitLinks(text).map((part, index) =>
          part.kind === 'text' ? (
            part.text
          ) : (
            <a key={index} href={part.href} target="_blank" rel="noopener nofollow ugc" data-external="">
              {part.text}
            </a>
          ),
        )}
      </p>
      {isLong ? (
        <details className={styles.fold}>
          <summary>
            <span>{t('chat.unfold')}</span>
            <span>{t('chat.fold')}</span>
          </summary>
        </details>
      ) : null}
    </>
  )
}
