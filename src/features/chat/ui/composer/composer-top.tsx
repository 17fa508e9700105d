import { useEffect } from 'react'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import type { WireMessage } from '#shared/realtime/wire.ts'
import { IconButton, IconLink } from '#ui/controls/icon-button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import styles from './composer-top.module.css'
import type { Partner } from '../inbox/inbox-rows.ts'
import { useExcerpt } from '../log/use-excerpt.ts'
import type { ChosenPhoto, Writing } from './writing-state.ts'

type ComposerTopProps = {
  partner: Partner
  writing: Writing
  answered: WireMessage | null
  edited?: WireMessage | null
  photo?: ChosenPhoto | null
  /** True until the composer's own state takes over from the page's. */
  isFirst?: boolean
}

/** Above the text: the message that is being answered or edited, and the attached photo. */
export function ComposerTop({ partner, writing, answered, edited, photo, isFirst }: ComposerTopProps) {
  const { t } = useI18n()
  const href = useHref()
  const { viewer } = usePage()
  const excerpt = useExcerpt(partner.firstName)
  const about = edited ?? answered
  useEffect(() => {
    if (isFirst && answered) writing.answer(answered)
  }, [isFirst, answered, writing])
  const answeredTo = about?.from === viewer?.id ? t('chat.replyToSelf') : t('chat.replyTo', { name: partner.firstName })
  return (
    <div className={styles.top}>
      {about ? (
        <div className={styles.about}>
          <Icon name={edited ? 'pencil' : 'reply'} size="s" />
          <p className={styles.words}>
            <strong>{edited ? t('chat.editing') : answeredTo}</strong>
            <span dir="auto">{excerpt(about)}</span>
          </p>
          {isFirst ? (
            <IconLink
              icon="x"
              label={t('chat.cancel')}
              href={href(routes.messages, {}, { query: { chat: partner.conversation } })}
            />
          ) : (
            <IconButton icon="x" label={t('chat.cancel')} onClick={writing.stepBack} />
          )}
          {answered ? <input type="hidden" name="replyTo" value={answered.seq} /> : null}
        </div>
      ) : null}
      {photo ? (
        <div className={styles.photo}>
          <img src={photo.address} width={photo.width} height={photo.height} alt={t('chat.photo.chosen')} />
          <IconButton icon="x" label={t('chat.photo.remove')} kind="raised" onClick={() => writing.attach(null)} />
        </div>
      ) : null}
    </div>
  )
}
