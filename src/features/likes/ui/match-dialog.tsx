import { useI18n, useHref } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routes.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { MatchView } from '#features/likes/contract.ts'
import { MatchPicture } from './match-picture.tsx'
import styles from './likes.module.css'

/** The match moment, over whatever page the like was given on. */
export function MatchDialog({ match, remain, onClose }: { match: MatchView; remain: number; onClose: () => void }) {
  const { t, tn } = useI18n()
  const href = useHref()
  return (
    <Dialog
      id="match"
      title={t('likes.match.title', { name: match.firstName })}
      closeLabel={t('common.form.close')}
      open
      onClose={onClose}
      actions={
        <>
          <Button kind="quiet" type="button" onClick={onClose}>
            {t('likes.match.later')}
          </Button>
          <ButtonLink icon="message-circle" href={href(routes.messages, {}, { query: { chat: match.conversationId } })}>
            {t('likes.write')}
          </ButtonLink>
        </>
      }
    >
      <div className={styles.match}>
        <MatchPicture match={match} />
        <p>{t('likes.match.text')}</p>
        <p className={styles.remain}>
          <Icon name="heart" size="s" />
          {tn('likes.left.said', remain)}
        </p>
      </div>
    </Dialog>
  )
}
