import { useI18n } from '#shared/i18n/context.tsx'
import { Meter } from '#ui/meter.tsx'
import type { LikesLeftView } from '#features/likes/contract.ts'
import { useLikesIfAny } from './likes-provider.tsx'
import styles from './likes.module.css'

/** What is left of today's likes. Inside a `LikesProvider` it follows the presses on the page. */
export function LikesLeft({ left: given, limit, resetsAt }: Pick<LikesLeftView, 'left' | 'limit'> & { resetsAt?: number }) {
  const { t, format } = useI18n()
  const left = useLikesIfAny()?.quota.left ?? given
  return (
    <div className={styles.left}>
      <Meter
        kind="quota"
        value={left}
        max={limit}
        label={t('likes.left.label')}
        valueText={t('likes.left.value', { left: format.number(left), limit: format.number(limit) })}
      />
      {left === 0 && resetsAt !== undefined ? <p>{t('likes.left.reset', { time: format.time(resetsAt) })}</p> : null}
    </div>
  )
}
