import type { GiftKind } from '#shared/realtime/gift-kind.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { GiftPicture } from '#ui/icons/gift-picture.tsx'
import styles from './gift-card.module.css'

/** A gift as a message: 'A rose for you', and to its giver 'A rose for Noah'. `givenTo`: set for the giver. */
export function GiftCard({ gift, givenTo }: { gift: GiftKind; givenTo: string | null }) {
  const { t } = useI18n()
  return (
    <p className={styles.card}>
      <GiftPicture gift={gift} className={styles.picture} />
      {givenTo === null ? t(`gifts.card.${gift}`) : t(`gifts.given.${gift}`, { name: givenTo })}
    </p>
  )
}
