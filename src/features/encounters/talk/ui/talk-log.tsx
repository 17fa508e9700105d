import { useState, type ReactNode } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import type { MessageLine } from '#shared/realtime/message-lines.ts'
import { useOutbox } from '#shared/realtime/use-outbox.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { FailedMessage } from '#ui/messages/failed-message.tsx'
import { LiveRegion } from '#ui/messages/live-region.tsx'
import { LogFrame, LogLines } from '#ui/messages/log-frame.tsx'
import { MessageBubble, MessageFoot, MessageItem, MessageTime, MessageWords } from '#ui/messages/message-item.tsx'
import type { EncounterView } from '#features/encounters/contract.ts'
import { talkLines } from './talk-lines.ts'
import styles from './talk-log.module.css'
import type { Talk } from './talk-state.ts'
import { useAliasNames } from './use-alias-names.ts'
import { useTalkState } from './use-talk.ts'

/** The messages of an encounter. It is short, so all of them are shown. `children`: content before the first one. */
export function TalkLog({ view, talk, children }: { view: EncounterView; talk: Talk; children: ReactNode }) {
  const { t } = useI18n()
  const { partner: name } = useAliasNames(view)
  const messages = useTalkState(talk, (state) => state.messages)
  const outbox = useOutbox(view.id)
  const [start] = useState(() => talk.since()?.seq ?? 0)
  const partnerId = view.partner.user_id
  return (
    <>
      <LogFrame className={styles.log} column={{ className: styles.column }} label={t('encounters.log', { name })}>
        {children}
        <LogLines>
          {talkLines(messages, outbox, partnerId).map(({ key, ...line }) => (
            <Line key={key} line={line} name={name} />
          ))}
        </LogLines>
      </LogFrame>
      <LiveRegion
        messages={messages.filter(({ seq, from }) => seq > start && from === partnerId)}
        name={name}
        excerpt={({ text }) => text}
      />
    </>
  )
}

function Line({ line, name }: { line: Omit<MessageLine, 'key'>; name: string }) {
  const { t } = useI18n()
  const { sent, waiting, isOwn, isLast, at } = line
  return (
    <MessageItem line={line}>
      <MessageBubble author={isOwn ? t('encounters.youWrote') : t('encounters.partnerWrote', { name })}>
        <MessageWords text={(sent ?? waiting)?.text ?? ''} />
      </MessageBubble>
      {waiting?.status === 'failed' ? (
        <FailedMessage
          cid={waiting.cid}
          text={waiting.reason ? t('encounters.contact') : t('encounters.notSent')}
          discardLabel={t('encounters.discard')}
          // A message with contact details would be refused again.
          canRetry={!waiting.reason}
        />
      ) : isLast ? (
        <MessageFoot>
          <MessageTime at={at} />
          {waiting ? <Icon name="clock" size="s" label={t('encounters.sending')} /> : null}
        </MessageFoot>
      ) : null}
    </MessageItem>
  )
}
