import * as v from 'valibot'
import { currencies, type Currency } from '#shared/currency.ts'
import { giftKinds, type GiftKind } from '#shared/realtime/gift-kind.ts'
import { action, read } from '#shared/routing/action.ts'
import type { ClosedNote } from '#shared/routing/switches.ts'

/** A gift with its price in minor units, tax included; null if it cannot be bought now. `owned`: units that can be sent. */
export type GiftOffer = { gift: GiftKind; price: number | null; owned: number }
/** `isOpen`: the store sells. `closed`: the note to show while operators have switched it off. */
export type GiftShelf = { isOpen: boolean; closed: ClosedNote | null; currency: Currency; offers: GiftOffer[] }

/**
 * The state of a gift that was bought for a conversation. `sent`: delivered, or sent in another way meanwhile. `waiting`: its
 * payment is not confirmed yet. `owned`: paid, but still the buyer's, because it could not be sent. `unpaid`: the payment failed
 * or was abandoned.
 */
export type BoughtGift = { state: 'sent' | 'waiting' | 'owned' | 'unpaid'; gift: GiftKind }

export const giftActions = {
  list: read<GiftShelf>('/api/gifts'),
  /** Sends a gift that the member owns. */
  send: action('/api/gifts/send', 'send-gift'),
  /** Orders one for a conversation; the browser continues at `checkout`. */
  buy: action<{ checkout: string | null }>('/api/gifts/buy', ''),
  /** After the payment: sends what was bought. */
  claim: action<BoughtGift>('/api/gifts/claim', ''),
}

const conversation = v.pipe(v.string('required'), v.regex(/^[\w-]{1,64}$/, 'invalid'))
const key = v.pipe(v.string('required'), v.regex(/^[\w-]{8,64}$/, 'invalid'))
const gift = v.picklist(giftKinds, 'choice')

/** `id`: chosen by the sender, so that a repeat is the same gift. */
export const sendInput = v.object({ conversation, gift, id: key })
/** `price`: what the page showed. `key`: the same for a repeat. */
export const buyInput = v.object({
  conversation,
  gift,
  key,
  currency: v.picklist(currencies, 'choice'),
  price: v.pipe(v.number('invalid'), v.safeInteger('invalid'), v.minValue(1, 'invalid')),
})
export const claimInput = v.object({ key })
