import type { GiftKind } from '#shared/realtime/gift-kind.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { GiftPicture } from '#ui/icons/gift-picture.tsx'
import styles from './gift-card.module.css'

/** A gift as a message: the same sentence for both, as on a card that goes with it. */
export function GiftCard({ gift }: { gift: GiftKind }) {
  const { t } = useI18n()
  return (
    <p className={styles.card}>
      <GiftPicture gift={gift} className={styles.picture} />
      {t(`gifts.card.${gift}`)}
    </p>
  )
}
