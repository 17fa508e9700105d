import { newId } from '#ui/browser/new-id.ts'
import { onRestored } from '#ui/browser/on-restored.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import type { GiftKind } from '#shared/realtime/gift-kind.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { formatMoney } from '#shared/i18n/format-money.ts'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { sendAction, type ActionAnswer } from '#ui/forms/send-action.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { giftActions, type BoughtGift, type GiftOffer, type GiftShelf as Shelf } from '../contract.ts'
import { ChosenGift, GiftShelf } from './gift-shelf.tsx'
import styles from './gift-sheet.module.css'

type GiftSheetProps = {
  conversation: string
  name: string
  /** Key of the order of a gift that was just paid for. */
  bought: string | null
  onClose: () => void
}

/** The five gifts, then the one that was chosen with what happens next. After a payment: what became of it. */
export function GiftSheet({ conversation, name, bought, onClose }: GiftSheetProps) {
  const { t, locale } = useI18n()
  const offline = t('common.error.offline')
  const [shelf, setShelf] = useState<Shelf | null>(null)
  const [chosen, setChosen] = useState<GiftKind | null>(null)
  const [claimed, setClaimed] = useState<BoughtGift['state'] | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(bought !== null)
  /** One for each time that the sheet is open: a second press is the same gift and the same order. */
  const [press] = useState(() => newId())

  function close() {
    forgetPayment()
    // A modal makes the field inert for as long as it is open.
    document.querySelector<HTMLDialogElement>('#gifts')?.close()
    onClose()
    document.getElementById('message')?.focus({ preventScroll: true })
  }
  const takeShelf = (read: Shelf | null) => (read ? setShelf(read) : setRefusal(offline))
  const askForPayment = (key: string) => sendAction(giftActions.claim, { key }, offline)
  function takeAnswer(answer: ActionAnswer<BoughtGift>) {
    setIsBusy(false)
    if (answer.kind === 'refused') return setRefusal(answer.message)
    if (answer.data.state === 'sent') return close()
    setClaimed(answer.data.state)
    setRefusal(null)
  }
  async function claim(key: string) {
    setIsBusy(true)
    takeAnswer(await askForPayment(key))
    takeShelf(await readShelf())
  }
  async function send(gift: GiftKind) {
    setIsBusy(true)
    const answer = await sendAction(giftActions.send, { conversation, gift, id: `${press}-${gift}` }, offline)
    setIsBusy(false)
    if (answer.kind === 'done') close()
    else setRefusal(answer.status === 404 ? t('gifts.refused') : answer.message)
  }
  async function buy({ gift, price }: GiftOffer, { currency }: Shelf) {
    setIsBusy(true)
    const key = `${press}-${gift}`
    const answer = await sendAction(giftActions.buy, { conversation, gift, key, currency, price }, offline)
    if (answer.kind === 'done') {
      if (answer.data.checkout) location.assign(answer.data.checkout)
      else await claim(key)
      return
    }
    setIsBusy(false)
    const isStale = answer.status === 409
    setRefusal(answer.status === 404 ? t('gifts.refused') : isStale ? t('gifts.changed') : answer.message)
    if (isStale) takeShelf(await readShelf())
  }
  const onShelf = useEffectEvent(takeShelf)
  const onAnswer = useEffectEvent(takeAnswer)
  const askFirst = useEffectEvent(() => (bought ? askForPayment(bought).then(onAnswer) : Promise.resolve()))
  useEffect(() => {
    void askFirst().then(readShelf).then(onShelf)
    // Back from the payment's page, as it was left.
    return onRestored(() => setIsBusy(false))
  }, [])

  const offer = shelf?.offers.find(({ gift }) => gift === chosen)
  const isSending = isBusy && chosen === null && claimed === null
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
            {offer.owned > 0 ? (
              <Button type="button" icon="gift" pending={isBusy} onClick={() => void send(offer.gift)}>
                {t('gifts.send')}
              </Button>
            ) : (
              <Button type="button" icon="credit-card" pending={isBusy} onClick={() => void buy(offer, shelf)}>
                {t('gifts.checkout', { total: formatMoney(locale, offer.price ?? 0, shelf.currency) })}
              </Button>
            )}
          </>
        ) : claimed === 'waiting' && bought ? (
          <Button type="button" pending={isBusy} onClick={() => void claim(bought)}>
            {t('gifts.check')}
          </Button>
        ) : null
      }
    >
      {refusal === null ? null : <Notice kind="error">{refusal}</Notice>}
      {isSending ? (
        <output className={styles.wait}>{t('gifts.sending')}</output>
      ) : claimed === 'waiting' ? (
        <Notice>{t('gifts.waiting')}</Notice>
      ) : offer && shelf ? (
        <ChosenGift offer={offer} currency={shelf.currency} name={name} />
      ) : (
        <>
          {claimed === 'owned' ? <Notice>{t('gifts.kept')}</Notice> : null}
          {claimed === 'unpaid' ? <Notice kind="warn">{t('gifts.unpaid')}</Notice> : null}
          <p className={styles.intro}>{t('gifts.intro', { name })}</p>
          <GiftShelf shelf={shelf} onChoose={setChosen} />
        </>
      )}
    </Dialog>
  )
}

async function readShelf(): Promise<Shelf | null> {
  try {
    const response = await fetch(giftActions.list.path, { headers: { Accept: 'application/json' } })
    return response.ok ? await response.json() : null
  } catch {
    return null // no connection
  }
}

/** The address names no payment any more: a reload, or this page in the history, asks for nothing again. */
function forgetPayment(): void {
  const url = new URL(location.href)
  if (!url.searchParams.has('gift')) return
  url.searchParams.delete('gift')
  history.replaceState(history.state, '', url)
}
