import { setTimeout as wait } from 'node:timers/promises'
import { giftActions, type BoughtGift, type GiftShelf } from '#features/gifts/contract.ts'
import { checkoutActions } from '#features/store/contract.ts'
import { newId, type Session } from '../../scripts/bench/realtime/people.ts'
import { createRandom } from '../chaos/random.ts'
import type { ChaosServer } from '../chaos/server.ts'

export type LedgerReport = LedgerJudgement & { bought: number; sent: number }

/** Counts of what is wrong. */
export type LedgerJudgement = {
  /** Lines of fulfilled orders that granted something else than their units, once. */
  ungranted: number
  /** Members and kinds with less than nothing left. */
  overspent: number
  /** Gifts that took no unit, or more than one. */
  unused: number
  /** Gifts that were answered as sent, without their message in the conversation. */
  undelivered: number
  /** Messages of gifts that are there more than once, or of no gift. */
  repeated: number
}

type GiverOptions = { seed: number; givers: number; seconds: number; giftMs: number }
type Pair = { conversation: string; one: Session; other: Session }

const card = { card: '4242424242424242', expiry: '12/39', code: '123' }

/** Members buy gifts for each other through the sandbox store. Every press is made twice at once, as an impatient thumb does. */
export async function runGivers(server: ChaosServer, { seed, givers, seconds, giftMs }: GiverOptions): Promise<LedgerReport> {
  await server.addContent()
  const ids = Array.from({ length: givers }, newId)
  await server.addMembers(ids)
  const sessions = await server.addSessions(ids)
  const pairs: Pair[] = []
  for (let index = 0; index + 1 < sessions.length; index += 2) {
    const [one, other] = [sessions[index], sessions[index + 1]]
    if (!one || !other) continue
    const conversation = newId()
    await server.open(conversation, [one.member, other.member])
    pairs.push({ conversation, one, other })
  }
  const endsAt = performance.now() + seconds * 1000
  const sent = new Map<string, Set<string>>(pairs.map(({ conversation }) => [conversation, new Set()]))
  let bought = 0
  const live = async (giver: Session, { conversation }: Pair, index: number) => {
    const random = createRandom(seed, `gifts of ${index}`)
    for (;;) {
      const pauseMs = random.waitMs(giftMs)
      if (performance.now() + pauseMs > endsAt) return
      await wait(pauseMs)
      const given = await give(server, giver, conversation, (offers) => random.pick(offers))
      if (given) bought += 1
      if (given?.state === 'sent') sent.get(conversation)?.add(given.id)
    }
  }
  await Promise.all(pairs.flatMap((pair, index) => [live(pair.one, pair, index), live(pair.other, pair, -1 - index)]))
  return { bought, ...(await judgeLedger(server, pairs, ids, sent)) }
}

type Given = BoughtGift & { id: string }

/** Buys, pays and sends one gift; null if the store did not take the order. */
async function give(
  server: ChaosServer,
  giver: Session,
  conversation: string,
  choose: (offers: GiftShelf['offers']) => GiftShelf['offers'][number],
): Promise<Given | null> {
  const twice = async (path: string, body: unknown) => {
    const [one, other] = await Promise.all([server.call(giver, path, body), server.call(giver, path, body)])
    return one.status < 400 ? one : other
  }
  const { offers, currency } = (await server.call(giver, giftActions.list.path)).body as GiftShelf
  const offer = choose(offers.filter(({ price }) => price !== null))
  const key = crypto.randomUUID()
  const order = await twice(giftActions.buy.path, { conversation, gift: offer.gift, key, currency, price: offer.price })
  const checkout = (order.body as { checkout?: string | null } | null)?.checkout
  if (!checkout) return null
  const session = new URL(checkout).searchParams.get('pay')
  await twice(checkoutActions.payByCard.path, { session, ...card })
  const claimed = await twice(giftActions.claim.path, { key })
  const [row] = await server.query<{ id: string }>(`select id from orders where idempotency_key = '${key}'`)
  return { ...(claimed.body as BoughtGift), id: row?.id ?? '' }
}

/** Compares orders, ledger, gifts and the messages of the conversations. */
async function judgeLedger(
  server: ChaosServer,
  pairs: readonly Pair[],
  members: readonly string[],
  sent: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<Omit<LedgerReport, 'bought'>> {
  const ours = `(${members.map((id) => `'${id}'`).join()})`
  const count = async (sql: string) => (await server.query<{ n: number }>(sql))[0]?.n ?? 0
  const ungranted = await count(`select count(*) as n from (
    select order_lines.id from orders join order_lines on order_lines.order_id = orders.id
    left join entitlements on entitlements.source_kind = 'order' and entitlements.source_id = order_lines.id
    where orders.state = 'fulfilled' and orders.member_id in ${ours}
    group by order_lines.id having count(entitlements.id) <> 1 or sum(entitlements.units) <> order_lines.units)`)
  const overspent = await count(`select count(*) as n from (
    select member_id from entitlements where member_id in ${ours} group by member_id, kind having sum(units) < 0)`)
  const unused = await count(`select count(*) as n from (
    select gifts.id from gifts left join entitlements on source_kind = 'use' and source_id = gifts.id
    where from_id in ${ours} and returned_at is null group by gifts.id having coalesce(sum(units), 0) <> -1)`)
  const gifts = await server.query<{ id: string }>(`select id from gifts where from_id in ${ours}`)
  const known = new Set(gifts.map(({ id }) => id))
  let [undelivered, repeated, total] = [0, 0, 0]
  for (const { conversation, one } of pairs) {
    const history = (await server.history(conversation, one.member)) ?? []
    const cids = history.filter(({ gift }) => gift !== undefined).map(({ cid }) => cid)
    const expected = sent.get(conversation) ?? new Set()
    total += cids.length
    undelivered += [...expected].filter((id) => !cids.includes(id)).length
    repeated += cids.length - new Set(cids).size + cids.filter((cid) => !known.has(cid)).length
  }
  return { sent: total, ungranted, overspent, unused, undelivered, repeated }
}
