import { useEffect, useEffectEvent, useState } from 'react'
import type { GiftKind } from '#shared/realtime/gift-kind.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { newId } from '#ui/browser/new-id.ts'
import { onRestored } from '#ui/browser/on-restored.ts'
import { follow } from '#ui/forms/follow.ts'
import { sendAction, type ActionAnswer } from '#ui/forms/send-action.ts'
import { giftActions, type BoughtGift, type GiftOffer, type GiftShelf } from '../contract.ts'

/** The conversation for the gift, and the order key of one that was just paid for. */
type Occasion = { conversation: string; bought: string | null; onSent: () => void }

/** Reads the shelf, sends owned gifts, orders others, and claims what was paid for. */
export function useGiftSheet({ conversation, bought, onSent }: Occasion) {
  const { t } = useI18n()
  const offline = t('common.error.offline')
  const [shelf, setShelf] = useState<GiftShelf | null>(null)
  /** The result of the payment; null while it is unknown, and if there was none. */
  const [claimed, setClaimed] = useState<BoughtGift['state'] | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(bought !== null)
  /** One for each opening of the sheet: a second press is the same gift and the same order. */
  const [press] = useState(() => newId())

  const takeShelf = (read: GiftShelf | null) => (read ? setShelf(read) : setRefusal(offline))
  const askForPayment = (key: string) => sendAction(giftActions.claim, { key }, offline)
  function takeAnswer(answer: ActionAnswer<BoughtGift>) {
    setIsBusy(false)
    if (answer.kind === 'refused') return setRefusal(answer.message)
    if (answer.data.state === 'sent') return onSent()
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
    if (answer.kind === 'done') onSent()
    else setRefusal(answer.status === 404 ? t('gifts.refused') : answer.message)
  }
  async function buy({ gift, price }: GiftOffer, { currency }: GiftShelf) {
    setIsBusy(true)
    const key = `${press}-${gift}`
    const answer = await sendAction(giftActions.buy, { conversation, gift, key, currency, price }, offline)
    if (answer.kind === 'done') {
      if (!answer.data.checkout) return claim(key)
      await follow(answer.data.checkout, true)
      // The browser stayed here.
      return setIsBusy(false)
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
    // Returned from the payment page, which the browser restored as it was.
    return onRestored(() => setIsBusy(false))
  }, [])

  return { shelf, claimed, refusal, isBusy, claim, send, buy }
}

async function readShelf(): Promise<GiftShelf | null> {
  try {
    const response = await fetch(giftActions.list.path, { headers: { Accept: 'application/json' } })
    return response.ok ? await response.json() : null
  } catch {
    return null // no connection
  }
}
