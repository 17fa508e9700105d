import { chatActions } from '#features/chat/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { reactions as known, type WireMessage } from '#shared/realtime/wire.ts'
import { useConversation } from '../conversation/conversation-context.ts'
import styles from './bubble.module.css'

/** The two members' reactions: a chip per emoji; pressing it adds the viewer's own, or removes it. */
export function Reactions({ message: { seq, reactions = [] } }: { message: WireMessage }) {
  const { t, format } = useI18n()
  const { partner, viewerId, canWrite, react } = useConversation()
  const used = known.filter((emoji) => reactions.some((reaction) => reaction.emoji === emoji))
  return (
    <ul className={styles.chips} aria-label={t('chat.reactions')}>
      {used.map((emoji) => {
        const from = reactions.filter((reaction) => reaction.emoji === emoji).map((reaction) => reaction.from)
        const isMine = from.includes(viewerId)
        const names = format.list(from.map((id) => (id === viewerId ? t('chat.you') : partner.firstName)))
        return (
          <li key={emoji}>
            <form
              method="post"
              action={chatActions.react.path}
              onSubmit={(event) => {
                event.preventDefault()
                react(seq, isMine ? '' : emoji)
              }}
            >
              <input type="hidden" name="conversation" value={partner.conversation} />
              <input type="hidden" name="seq" value={seq} />
              <input type="hidden" name="emoji" value={isMine ? '' : emoji} />
              <button className={styles.chip} aria-pressed={isMine} title={names} disabled={!canWrite}>
                {emoji}
                <span className={from.length > 1 ? styles.count : 'visually-hidden'}>
                  {from.length > 1 ? format.number(from.length) : names}
                </span>
              </button>
            </form>
          </li>
        )
      })}
    </ul>
  )
}
