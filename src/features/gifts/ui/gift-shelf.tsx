import { useEffect, useRef } from 'react'
import { giftKinds, type GiftKind } from '#shared/realtime/gift-kind.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { formatMoney } from '#shared/i18n/format-money.ts'
import { routes } from '#shared/routing/routes.ts'
import { GiftPicture } from '#ui/icons/gift-picture.tsx'
import type { GiftOffer, GiftShelf as Shelf } from '../contract.ts'
import styles from './gift-sheet.module.css'

/** All five from the start; owned units and prices as soon as they are known. */
export function GiftShelf({ shelf, onChoose }: { shelf: Shelf | null; onChoose: (gift: GiftKind) => void }) {
  const { t, tn, locale } = useI18n()
  const lineOf = (offer: GiftOffer | undefined) => {
    if (!shelf || !offer) return '\u00a0'
    if (offer.owned > 0) return tn('gifts.owned', offer.owned)
    return offer.price === null ? '–' : formatMoney(locale, offer.price, shelf.currency)
  }
  return (
    <>
      <ul className={styles.shelf} aria-busy={shelf === null}>
        {giftKinds.map((gift) => {
          const offer = shelf?.offers.find((each) => each.gift === gift)
          const canHave = offer !== undefined && (offer.owned > 0 || offer.price !== null)
          return (
            <li key={gift}>
              <button type="button" className={styles.gift} disabled={!canHave} onClick={() => onChoose(gift)}>
                <GiftPicture gift={gift} />
                <strong>{t(`gifts.name.${gift}`)}</strong>
                <span>{lineOf(offer)}</span>
              </button>
            </li>
          )
        })}
      </ul>
      <p className={styles.note}>{shelf?.isOpen === false ? (shelf.closed?.text ?? t('gifts.closed')) : t('gifts.tax')}</p>
    </>
  )
}

type ChosenGiftProps = { offer: GiftOffer; currency: Shelf['currency']; /** Name of the receiver. */ name: string }

/** The chosen gift, and the next step. */
export function ChosenGift({ offer: { gift, owned, price }, currency, name }: ChosenGiftProps) {
  const { t, tn, locale } = useI18n()
  const href = useHref()
  const heading = useRef<HTMLHeadingElement>(null)
  // The pressed button no longer exists.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={styles.chosen}>
      <GiftPicture gift={gift} className={styles.picture} />
      <h3 ref={heading} tabIndex={-1}>
        {t(`gifts.given.${gift}`, { name })}
      </h3>
      <p>
        {owned > 0
          ? `${tn('gifts.owned', owned)}. ${t('gifts.ready')}`
          : t('gifts.pay', { price: formatMoney(locale, price ?? 0, currency) })}
      </p>
      {owned > 0 ? null : (
        <p className={styles.note}>
          {t('gifts.consent')} <a href={href(routes.mainSettings, {}, { query: { section: 'legal' } })}>{t('gifts.terms')}</a>
        </p>
      )}
    </div>
  )
}
