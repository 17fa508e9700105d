import { chatActions } from '#features/chat/contract.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { useFlash, usePage } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { reactions, type WireMessage } from '#shared/realtime/wire.ts'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { useConversation } from '../conversation/conversation-context.ts'
import styles from './no-script-menu.module.css'
import { isEditable } from '../composer/writing-state.ts'

/** A message's actions as forms and links, for browsers without a script. */
export function NoScriptMenu({ message, isOwn }: { message: WireMessage; isOwn: boolean }) {
  const { t } = useI18n()
  const href = useHref()
  const { now } = usePage()
  const { partner, viewerId } = useConversation()
  const { conversation } = partner
  const { seq, text } = message
  const mine = message.reactions?.find(({ from }) => from === viewerId)?.emoji
  const about = (
    <>
      <input type="hidden" name="conversation" value={conversation} />
      <input type="hidden" name="seq" value={seq} />
    </>
  )
  return (
    <details className={styles.menu}>
      <summary aria-describedby={`t${seq}`}>{t('chat.menu.label')}</summary>
      <div className={styles.actions}>
        <form method="post" action={chatActions.react.path} className={styles.reactions}>
          {about}
          {reactions.map((emoji) => (
            <button key={emoji} name="emoji" value={emoji === mine ? '' : emoji} aria-pressed={emoji === mine}>
              {emoji}
            </button>
          ))}
        </form>
        <a href={href(routes.messages, {}, { query: { chat: conversation, reply: seq }, hash: 'message' })}>
          {t('chat.menu.reply')}
        </a>
        {isEditable(message, viewerId, now) ? (
          <details>
            <summary>{t('chat.menu.edit')}</summary>
            <form method="post" action={chatActions.edit.path} className={styles.edit}>
              {about}
              <label className="visually-hidden" htmlFor={`edit-${seq}`}>
                {t('chat.editing')}
              </label>
              <textarea id={`edit-${seq}`} name="text" dir="auto" defaultValue={text} rows={3} />
              <Button size="s">{t('chat.save')}</Button>
            </form>
          </details>
        ) : null}
        {isOwn ? (
          <details>
            <summary>{t('chat.menu.delete')}</summary>
            <form method="post" action={chatActions.delete.path} className={styles.edit}>
              {about}
              <p>{t('chat.delete.text', { name: partner.firstName })}</p>
              <Button size="s" kind="danger">
                {t('chat.delete.confirm')}
              </Button>
            </form>
          </details>
        ) : null}
      </div>
    </details>
  )
}

/** A form that marks everything up to this message as seen; a script does so by itself. */
export function MarkReadForm({ conversation, seq }: { conversation: string; seq: number }) {
  const { t } = useI18n()
  return (
    <form method="post" action={chatActions.read.path}>
      <input type="hidden" name="conversation" value={conversation} />
      <input type="hidden" name="seq" value={seq} />
      <Button kind="quiet" size="s" icon="check-check">
        {t('chat.markRead')}
      </Button>
    </form>
  )
}

/** The note that the conversation just left has ended. */
export function UnmatchNote() {
  const flash = useFlash(chatActions.unmatch.form)
  return flash?.notice ? <Notice kind="success">{flash.notice}</Notice> : null
}
