import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import type { PairTie } from '#shared/text/tie.ts'
import { fillField } from '#ui/fields/fill-field.ts'
import { TiedThing } from '#ui/identity/tied-thing.tsx'
import { ThreadLoose } from '#ui/thread/thread-loose.tsx'
import type { Partner } from '../inbox/inbox-rows.ts'
import styles from '../log/log.module.css'

type StartProps = { partner: Partner; openings?: readonly string[] | undefined }

/**
 * Suggestions for a first message, in a conversation without any. Without a script, an opening links to the page with its text in
 * the field.
 */
export function Start({ partner: { conversation, firstName }, openings = [] }: StartProps) {
  const { t } = useI18n()
  const href = useHref()
  return (
    <div className={styles.start}>
      <ThreadLoose />
      <p>{t('chat.start', { name: firstName })}</p>
      {openings.length > 0 ? (
        <ul className={styles.openings} aria-label={t('chat.openings')}>
          {openings.map((text, index) => (
            <li key={text}>
              <a
                href={href(routes.messages, {}, { query: { chat: conversation, say: index + 1 } })}
                onClick={(event) => {
                  event.preventDefault()
                  fillField(document.querySelector<HTMLTextAreaElement>('#message'), text, openings)
                }}
              >
                {text}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

/** What the two likes of a match are tied to, on top of its conversation. The lines are its first messages. */
export function PairTies({ ties }: { ties: readonly PairTie[] }) {
  const { t } = useI18n()
  return (
    <div className={styles.ties}>
      {ties.map(({ isMine, ...tie }) => (
        <TiedThing
          key={String(isMine)}
          tie={{ ...tie, line: null }}
          said={t(`likes.tie.${isMine ? 'sent' : 'received'}.${tie.kind}`)}
          removed={t('likes.tie.removed')}
        />
      ))}
    </div>
  )
}
