import { fewLikes } from '#features/likes/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { useLikes } from './provider/likes-context.ts'
import styles from './likes-count.module.css'

/** The likes left today: a heart with the number; at zero, a quiet outline with the time of the next ones. */
export function LikesCount() {
  const { t, tn, format } = useI18n()
  const { left, resetsAt, timeZone, isUnlimited } = useLikes().quota
  // With premium, likes are not counted.
  if (isUnlimited) return null
  const time = format.timeIn(resetsAt, timeZone)
  const said = left > 0 ? tn('likes.left.said', left) : `${t('likes.left.none')}. ${t('likes.left.reset', { time })}`
  return (
    <p className={styles.count} title={said}>
      <Icon name="heart" filled={left > 0} />
      <span className={styles.number} aria-hidden="true">
        {left > 0 ? format.number(left) : time}
      </span>
      <span className={left > fewLikes ? 'visually-hidden' : styles.said}>{said}</span>
    </p>
  )
}
