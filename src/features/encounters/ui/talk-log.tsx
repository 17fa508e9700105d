import { useState, type ReactNode } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { useLive, type OutboxItem } from '#shared/realtime/realtime.tsx'
import { useOutbox } from '#shared/realtime/use-outbox.ts'
import { Icon } from '#ui/icons/icon.tsx'
import type { EncounterView } from '../contract.ts'
import { talkLines, type TalkLine } from './talk-lines.ts'
import styles from './talk-log.module.css'
import type { Talk } from './talk-state.ts'
import { useAliasNames } from './use-alias-names.ts'
import { useTalkState } from './use-talk.ts'

/** The messages of an encounter: short, so all of them are there. `children`: what stands before the first. */
export function TalkLog({ view, talk, children }: { view: EncounterView; talk: Talk; children: ReactNode }) {
  const { t } = useI18n()
  const names = useAliasNames(view)
  const messages = useTalkState(talk, (state) => state.messages)
  const outbox = useOutbox(view.id)
  const [start] = useState(() => talk.since()?.seq ?? 0)
  const fresh = messages.filter(({ seq, from }) => seq > start && from === view.partner.user_id)
  return (
    <>
      <div
        className={styles.log}
        role="log"
        // The live region announces messages.
        aria-live="off"
        aria-label={t('encounters.log', { name: names.partner })}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller must be reachable to scroll by keys
        tabIndex={0}
      >
        <div className={styles.column}>
          {children}
          <ol className={styles.lines}>
            {talkLines(messages, outbox, view.partner.user_id).map(({ key, ...line }) => (
              <Line key={key} line={line} name={names.partner} />
            ))}
          </ol>
        </div>
      </div>
      <div className="visually-hidden" aria-live="polite" aria-relevant="additions">
        {fresh.slice(-3).map(({ seq, text }) => (
          <p key={seq}>
            {names.partner}: {text}
          </p>
        ))}
      </div>
    </>
  )
}

function Line({ line: { text, isOwn, at, waiting, isFirst, isLast }, name }: { line: Omit<TalkLine, 'key'>; name: string }) {
  const { t, format } = useI18n()
  const status = waiting?.status
  const classes = [styles.line, isOwn && styles.own, isFirst && styles.first, isLast && styles.last, status && styles[status]]
  return (
    <li className={classes.filter(Boolean).join(' ')}>
      <p className={styles.bubble}>
        <span className="visually-hidden">{isOwn ? t('encounters.youWrote') : t('encounters.partnerWrote', { name })} </span>
        <span className={styles.text} dir="auto">
          {text}
        </span>
      </p>
      {waiting && status === 'failed' ? (
        <Failed item={waiting} />
      ) : isLast ? (
        <span className={styles.foot}>
          <time dateTime={new Date(at).toISOString()}>{format.time(at)}</time>
          {status === 'pending' ? <Icon name="clock" size="s" label={t('encounters.sending')} /> : null}
        </span>
      ) : null}
    </li>
  )
}

/** A message with contact details would be refused again, so its writer can only take it back. */
function Failed({ item: { cid, reason } }: { item: OutboxItem }) {
  const { t } = useI18n()
  const outbox = useLive((live) => live.realtime)?.outbox
  return (
    <span className={`${styles.foot} ${styles.failure}`} role="alert">
      <Icon name="circle-alert" size="s" />
      {reason ? t('encounters.contact') : t('encounters.notSent')}
      {reason ? null : (
        <button type="button" className={styles.again} onClick={() => outbox?.retry(cid)}>
          {t('common.form.retry')}
        </button>
      )}
      <button type="button" className={styles.again} onClick={() => outbox?.discard(cid)}>
        {t('encounters.discard')}
      </button>
    </span>
  )
}
