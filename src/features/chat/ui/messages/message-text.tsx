import { useI18n } from '#shared/i18n/context.tsx'
import { WithTranslation } from '#ui/translation/with-translation.tsx'
import { isEmojiOnly } from './emoji-only.ts'
import { splitLinks } from './split-links.ts'
import styles from './bubble.module.css'

/** A longer message is folded, so that the conversation stays in view. */
const longChars = 900
const longLines = 16

type MessageTextProps = {
  text: string
  /** The one in which its writer writes about themselves, if the reader does not speak it: the message is likely to be in it. */
  language: string | null | undefined
}

export function MessageText({ text, language = null }: MessageTextProps) {
  return (
    <WithTranslation text={text} language={isEmojiOnly(text) ? null : language}>
      {(translated, control) => (
        <>
          <Words text={translated ?? text} />
          {control}
        </>
      )}
    </WithTranslation>
  )
}

/** A message as text nodes and links, never as markup. */
function Words({ text }: { text: string }) {
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
