import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { GiftKind } from '#shared/gift-kind.ts'
import { giftKinds } from '#shared/gift-kind.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { formatMoney } from '#shared/i18n/format-money.ts'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { sendAction } from '#ui/forms/send-action.ts'
import { GiftPicture } from '#ui/icons/gift-picture.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { giftActions, type BoughtGift, type GiftOffer, type GiftShelf } from '../contract.ts'
import type { GiftButtonProps } from './gift-button.tsx'
import styles from './gift-sheet.module.css'

type GiftSheetProps = GiftButtonProps & { onClose: () => void }

/** The five gifts, then the one that was chosen with what happens next. After a payment: what became of it. */
export function GiftSheet({ conversation, name, bought, onClose }: GiftSheetProps) {
  const { t } = useI18n()
  const offline = t('common.error.offline')
  const [shelf, setShelf] = useState<GiftShelf | null>(null)
  const [chosen, setChosen] = useState<GiftKind | null>(null)
  const [claimed, setClaimed] = useState<BoughtGift['state'] | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(bought !== null)
  /** One for each time the sheet is open, so that a second press is the same gift and the same order. */
  const [press] = useState(() => crypto.randomUUID())

  const load = useEffectEvent(async () => {
    const read = await readShelf()
    if (read) setShelf(read)
    else setRefusal(offline)
  })
  const claim = useEffectEvent(async (key: string) => {
    setIsBusy(true)
    const answer = await sendAction(giftActions.claim, { key }, offline)
    setIsBusy(false)
    if (answer.kind === 'refused') return setRefusal(answer.message)
    // From here on the address names no payment: a reload, or this page in the history, asks for nothing again.
    if (answer.data.state !== 'waiting') forgetPayment()
    if (answer.data.state === 'sent') return close()
    setClaimed(answer.data.state)
    setRefusal(null)
    void load()
  })
  useEffect(() => {
    if (bought) void claim(bought)
    else void load()
  }, [bought])
  useEffect(() => {
    // Back from the payment page, as it was left.
    const wake = () => setIsBusy(false)
    window.addEventListener('pageshow', wake)
    return () => window.removeEventListener('pageshow', wake)
  }, [])

  const close = () => {
    forgetPayment()
    onClose()
    document.getElementById('message')?.focus({ preventScroll: true })
  }
  const send = async (gift: GiftKind) => {
    setIsBusy(true)
    const answer = await sendAction(giftActions.send, { conversation, gift, id: `${press}-${gift}` }, offline)
    setIsBusy(false)
    if (answer.kind === 'done') return close()
    setRefusal(answer.status === 404 ? t('gifts.refused') : answer.message)
  }
  const buy = async ({ gift, price }: GiftOffer, { currency }: GiftShelf) => {
    setIsBusy(true)
    const asked = { conversation, gift, key: `${press}-${gift}`, currency, price }
    const answer = await sendAction(giftActions.buy, asked, offline)
    if (answer.kind === 'done' && answer.data.checkout) return location.assign(answer.data.checkout)
    setIsBusy(false)
    if (answer.kind === 'done') return void claim(asked.key)
    const isStale = answer.code === 'stale'
    setRefusal(answer.status === 404 ? t('gifts.refused') : isStale ? t('gifts.changed') : answer.message)
    if (isStale) void load()
  }

  const offer = shelf?.offers.find(({ gift }) => gift === chosen)
  return (
    <Dialog
      id="gifts"
      title={t('gifts.give')}
      closeLabel={t('common.form.close')}
      sheet
      open
      onClose={close}
      actions={
        offer && shelf ? (
          <>
            <Button type="button" kind="quiet" onClick={() => setChosen(null)}>
              {t('gifts.another')}
            </Button>
            <Button
              type="button"
              pending={isBusy}
              {...(offer.owned > 0 ? { icon: 'gift' } : { iconEnd: 'arrow-right' })}
              onClick={() => void (offer.owned > 0 ? send(offer.gift) : buy(offer, shelf))}
            >
              {t(offer.owned > 0 ? 'gifts.send' : 'gifts.checkout')}
            </Button>
          </>
        ) : claimed === 'waiting' && bought ? (
          <Button type="button" pending={isBusy} onClick={() => void claim(bought)}>
            {t('gifts.check')}
          </Button>
        ) : undefined
      }
    >
      {refusal === null ? null : <Notice kind="error">{refusal}</Notice>}
      {bought && isBusy && claimed === null ? (
        <p role="status" className={styles.wait}>
          {t('gifts.sending')}
        </p>
      ) : claimed === 'waiting' ? (
        <Notice>{t('gifts.waiting')}</Notice>
      ) : offer && shelf ? (
        <Chosen offer={offer} shelf={shelf} />
      ) : (
        <>
          {claimed === 'owned' ? <Notice>{t('gifts.kept')}</Notice> : null}
          {claimed === 'unpaid' ? <Notice kind="warn">{t('gifts.unpaid')}</Notice> : null}
          <p>{t('gifts.intro', { name })}</p>
          <Shelf shelf={shelf} onChoose={setChosen} />
        </>
      )}
    </Dialog>
  )
}

/** All five from the start; what one has, and prices, as soon as they are known. */
function Shelf({ shelf, onChoose }: { shelf: GiftShelf | null; onChoose: (gift: GiftKind) => void }) {
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
      <p className={styles.note}>{shelf?.isOpen === false ? t('gifts.closed') : t('gifts.tax')}</p>
    </>
  )
}

function Chosen({ offer: { gift, owned, price }, shelf }: { offer: GiftOffer; shelf: GiftShelf }) {
  const { t, tn, locale } = useI18n()
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that was pressed is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={styles.chosen}>
      <GiftPicture gift={gift} className={styles.picture} />
      <h3 ref={heading} tabIndex={-1}>
        {t(`gifts.card.${gift}`)}
      </h3>
      {owned > 0 ? (
        <p>
          {tn('gifts.owned', owned)}. {t('gifts.ready')}
        </p>
      ) : (
        <p>{t('gifts.pay', { price: formatMoney(locale, price ?? 0, shelf.currency) })}</p>
      )}
    </div>
  )
}

async function readShelf(): Promise<GiftShelf | null> {
  try {
    const response = await fetch(giftActions.list.path, { headers: { Accept: 'application/json' } })
    return response.ok ? await response.json() : null
  } catch {
    return null // no connection
  }
}

function forgetPayment(): void {
  const url = new URL(location.href)
  if (!url.searchParams.has('gift')) return
  url.searchParams.delete('gift')
  history.replaceState(history.state, '', url)
}
