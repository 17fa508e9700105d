import { useState } from 'react'
import type { GiftKind } from '#shared/realtime/gift-kind.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { formatMoney } from '#shared/i18n/format-money.ts'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { ChosenGift, GiftShelf } from './gift-shelf.tsx'
import styles from './gift-sheet.module.css'
import { useGiftSheet } from './use-gift-sheet.ts'

type GiftSheetProps = {
  conversation: string
  name: string
  /** Order key of a gift that was just paid for. */
  bought: string | null
  onClose: () => void
}

/** The five gifts, then the chosen one with the next step. After a payment: its result. */
export function GiftSheet({ conversation, name, bought, onClose }: GiftSheetProps) {
  const { t, locale } = useI18n()
  const [chosen, setChosen] = useState<GiftKind | null>(null)
  const { shelf, claimed, refusal, isBusy, claim, send, buy } = useGiftSheet({ conversation, bought, onSent: close })

  function close() {
    forgetPayment()
    // A modal makes the field inert while it is open.
    document.querySelector<HTMLDialogElement>('#gifts')?.close()
    onClose()
    document.getElementById('message')?.focus({ preventScroll: true })
  }

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

/** Removes the payment from the URL, so that a reload or this page in the history does not claim it again. */
function forgetPayment(): void {
  const url = new URL(location.href)
  if (!url.searchParams.has('gift')) return
  url.searchParams.delete('gift')
  history.replaceState(history.state, '', url)
}
