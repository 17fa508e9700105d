import { fewLikes } from '#features/likes/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { useLikes } from './provider/likes-context.ts'
import styles from './likes.module.css'

/** The likes left today, shown once few are left; it follows the presses on the page. */
export function LikesLeft() {
  const { t, tn, format } = useI18n()
  const { left, resetsAt, timeZone, isUnlimited } = useLikes().quota
  if (left > fewLikes || isUnlimited) return null
  return (
    <p className={styles.remain}>
      <Icon name="heart" size="s" filled={left > 0} />
      {left > 0
        ? tn('likes.left.said', left)
        : `${t('likes.left.none')}. ${t('likes.left.reset', { time: format.timeIn(resetsAt, timeZone) })}`}
    </p>
  )
}
