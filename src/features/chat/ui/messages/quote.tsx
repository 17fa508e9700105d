import { useEffect } from 'react'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import type { WireMessage } from '#shared/realtime/wire.ts'
import { useConversation } from '../conversation/conversation-context.ts'
import styles from './quote.module.css'
import { useExcerpt } from '../log/use-excerpt.ts'

/** A quote of the answered message, linking to it. `message` is null while it is not loaded. */
export function Quote({ seq, message }: { seq: number; message: WireMessage | null }) {
  const { t } = useI18n()
  const href = useHref()
  const { partner, show, learn } = useConversation()
  const isUnknown = message === null
  useEffect(() => {
    if (isUnknown) learn(seq)
  }, [isUnknown, learn, seq])
  return (
    <a
      className={styles.quote}
      href={href(routes.messages, {}, { query: { chat: partner.conversation, at: seq }, hash: `m${seq}` })}
      onClick={(event) => {
        event.preventDefault()
        show(seq)
      }}
    >
      {message ? <QuotedWords message={message} /> : t('chat.quote.earlier')}
    </a>
  )
}

/** The quoted message's author and beginning. */
export function QuotedWords({ message }: { message: WireMessage }) {
  const { t } = useI18n()
  const { viewerId, partner } = useConversation()
  const excerpt = useExcerpt(partner.firstName)
  return (
    <>
      <strong className="name-line">{message.from === viewerId ? t('chat.you') : partner.firstName}</strong>
      <span dir="auto">{excerpt(message)}</span>
    </>
  )
}
