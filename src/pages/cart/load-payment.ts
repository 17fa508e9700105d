import { providerName } from '#features/store/server/public.ts'
import { sandboxStatement } from '#features/store/checkout/server/public.ts'
import { SandboxPayment } from '#features/store/checkout/ui/lazy.ts'
import { notFound } from '#shared/errors.ts'
import { defineLoad } from '#server/pages/load.ts'
import type { CartPageProps } from './props.ts'

const sessionOf = ({ searchParams }: URL) => searchParams.get('pay') ?? ''

/** `/cart?pay={session}`: the card page of the sandbox, for the order's member. */
export default defineLoad({
  statements: ({ db, viewerId, url }) => [sandboxStatement(db, viewerId, sessionOf(url))],
  props({ env, url }, [[payment]]): CartPageProps {
    if (!payment || providerName(env, url.href) !== 'sandbox') throw notFound()
    const { status, total, currency, orderKey, giftConversation } = payment
    const problem = url.searchParams.get('problem')
    return {
      view: 'payment',
      session: sessionOf(url),
      orderKey,
      giftConversation,
      total,
      currency,
      isOpen: status === 'open',
      step: url.searchParams.get('step') === 'bank' ? 'bank' : 'card',
      problem: problem === 'declined' || problem === 'refused' ? problem : null,
    }
  },
  parts: () => [SandboxPayment],
  title: ({ translator }) => translator.t('store.pay.title'),
})
