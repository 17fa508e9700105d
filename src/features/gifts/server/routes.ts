import type * as v from 'valibot'
import { balanceAt } from '#features/entitlements/contract.ts'
import { ledgerStatement } from '#features/entitlements/server/public.ts'
import {
  buyerOf,
  currencyFor,
  findProvider,
  requireCheckout,
  providerName,
  requireProvider,
} from '#features/store/server/public.ts'
import { giftBasket, pricesStatement, returnPath, startCheckout } from '#features/store/checkout/server/public.ts'
import { readBatch } from '#db/read-batch.ts'
import { answer, on, type ActionResult } from '#server/actions/action.ts'
import { isFormPost } from '#server/actions/body.ts'
import { handle } from '#server/actions/handle.ts'
import { requireMember } from '#server/auth/require-member.ts'
import { closedNote } from '#server/closed-note.ts'
import type { AppContext } from '#server/context.ts'
import { countryOf } from '#server/country.ts'
import { publicOrigin } from '#server/origin.ts'
import { readClosed } from '#server/switches.ts'
import { AppError, notFound } from '#shared/errors.ts'
import { giftKinds } from '#shared/realtime/gift-kind.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { buyInput, claimInput, giftActions, sendInput, type GiftShelf } from '../contract.ts'
import { claimGift } from './buy-gift.ts'
import { receiverStatement } from './gift-queries.ts'
import { commitGift, deliverGift } from './send-gift.ts'

/** Gifts in a conversation: listing, sending and buying. */
export const giftRoutes = handle(giftActions, {
  list: answer(listGifts),
  send: on(sendInput, send),
  buy: on(buyInput, buy),
  claim: on(claimInput, async (c, { key }) => {
    const { id } = await requireMember(c)
    const provider = findProvider(c.env, c.req.url)
    return { data: await claimGift(c.env, { db: c.get('db'), provider, now: c.get('now') }, id, key) }
  }),
})

async function listGifts(c: AppContext): Promise<GiftShelf> {
  const { id } = await requireMember(c)
  const db = c.get('db')
  const { prices, ledger } = await readBatch(db, { prices: pricesStatement(db, id, giftKinds), ledger: ledgerStatement(db, id) })
  const currency = prices[0]?.chosen ?? currencyFor(countryOf(c), c.get('locale').code)
  const off = await readClosed(db, c.get('now'))
  const closed = await closedNote({ closed: off, translator: { locale: c.get('locale') } }, 'store')
  const isOpen = providerName(c.env, c.req.url) !== null && closed === null
  const offers = giftKinds.map((gift) => ({
    gift,
    price: (isOpen && prices.find((price) => price.product === gift && price.currency === currency)?.amount) || null,
    owned: balanceAt(ledger, gift, c.get('now')),
  }))
  return { isOpen, closed, currency, offers }
}

async function send(c: AppContext, { conversation, gift, id }: v.InferOutput<typeof sendInput>): Promise<ActionResult> {
  const member = await requireMember(c)
  const now = c.get('now')
  const sent = await commitGift(c.get('db'), { id, fromId: member.id, conversationId: conversation, kind: gift }, now)
  if (sent === 'forbidden') throw notFound()
  if (sent === 'none-left') throw new AppError('No such gift is left', { status: 409, code: 'gift-missing' })
  if ((await deliverGift(c.env, sent, now)) === 'returned') throw notFound()
  const query = { chat: conversation }
  return isFormPost(c) ? { to: href(routes.messages, {}, { locale: c.get('locale').code, query }) } : {}
}

async function buy(
  c: AppContext,
  { conversation, gift, key, currency, price }: v.InferOutput<typeof buyInput>,
): Promise<ActionResult<{ checkout: string | null }>> {
  const { id, email } = await requireCheckout(c)
  const db = c.get('db')
  const [receiver] = await receiverStatement(db, { fromId: id, conversationId: conversation })
  if (!receiver?.toId) throw notFound()
  const { code: locale } = c.get('locale')
  const addressOf = (paid: number) => publicOrigin(c.env, c.req.url) + returnPath(locale, key, paid, conversation)
  const payer = { ...(await buyerOf(c)), email, locale, successUrl: addressOf(1), cancelUrl: addressOf(0) }
  const wanted = { key, currency, total: price }
  const { checkout } = await startCheckout(db, requireProvider(c), {
    payer,
    wanted,
    readBasket: (from, buyer) => giftBasket(from, buyer, { gift, conversation, currency }),
  })
  return { data: { checkout } }
}
