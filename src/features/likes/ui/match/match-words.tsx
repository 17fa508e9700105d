import { chatActions } from '#features/chat/contract.ts'
import { useRef, type ReactNode, type Ref } from 'react'
import type { MatchView } from '#features/likes/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { MatchPicture } from './match-picture.tsx'
import { TiedThing } from '#ui/identity/tied-thing.tsx'
import { Openings } from '../openings.tsx'
import styles from './match-words.module.css'

type MatchWordsProps = {
  match: MatchView
  /** So that a form sent twice creates one message. */
  cid: string
  titleId: string
  heading?: Ref<HTMLHeadingElement>
  area?: Ref<HTMLTextAreaElement>
  /** The field's initial text. */
  say?: string
  /** Without a script an opening links to the page with its text in the field. */
  openingHref?: (index: number) => string
  /** The link to continue without writing. */
  later: ReactNode
}

/** A match and its first message: an opening is written into the field, and only the field's own button sends it. */
export function MatchWords({ match, cid, titleId, heading, area, say, openingHref, later }: MatchWordsProps) {
  const { t } = useI18n()
  const moment = useRef<HTMLDivElement>(null)
  const name = match.firstName
  /** Something was said with their like, so the first word is no longer to be found. */
  const isGreeted = match.ties.some((tie) => !tie.isMine && tie.line !== null)
  /** The member's own like came with a line: it is the first word. */
  const hasSaid = !isGreeted && match.ties.some((tie) => tie.isMine && tie.line !== null)
  const field = t(isGreeted ? 'likes.match.reply' : 'likes.match.field', { name })
  return (
    <div className={styles.moment} ref={moment}>
      <div className={styles.picture}>
        <div className={styles.tied}>
          <MatchPicture match={match} />
        </div>
      </div>
      <div className={styles.words}>
        <h2 className={styles.title} id={titleId} ref={heading} tabIndex={-1}>
          {t('likes.match.title', { name })}
        </h2>
        <p className={styles.text}>{t(`likes.match.${isGreeted ? 'greeted' : hasSaid ? 'said' : 'text'}`, { name })}</p>
      </div>
      {match.ties.length > 0 ? (
        <div className={styles.ties}>
          {match.ties.map((tie) => (
            <TiedThing
              key={String(tie.isMine)}
              tie={tie}
              said={t(`likes.tie.${tie.isMine ? 'sent' : 'received'}.${tie.kind}`)}
              removed={t('likes.tie.removed')}
            />
          ))}
        </div>
      ) : null}
      {hasSaid ? null : (
        <Openings
          openings={match.openings}
          hrefOf={openingHref}
          findField={() => moment.current?.querySelector('textarea') ?? null}
        />
      )}
      <ActionForm action={chatActions.send} className={styles.form}>
        {({ values, fields, error, pending }) => {
          const refusal = fields['text'] ?? error
          return (
            <>
              <input type="hidden" name="conversation" value={match.conversationId} />
              <input type="hidden" name="cid" value={cid} />
              <textarea
                dir="auto"
                ref={area}
                className={styles.area}
                name="text"
                rows={2}
                aria-label={field}
                placeholder={field}
                defaultValue={typeof values['text'] === 'string' ? values['text'] : say}
                aria-invalid={refusal ? true : undefined}
                aria-describedby={refusal ? `${titleId}-error` : undefined}
              />
              {refusal ? (
                <Notice kind="error" id={`${titleId}-error`}>
                  {refusal}
                </Notice>
              ) : null}
              <Button icon="send" size="l" wide pending={pending}>
                {t('likes.match.send')}
              </Button>
            </>
          )
        }}
      </ActionForm>
      <div className={styles.later}>{later}</div>
    </div>
  )
}
