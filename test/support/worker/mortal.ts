import { env } from 'cloudflare:test'
import { openDatabase, type Database } from '#db/database.ts'
import { createSandbox } from '#features/store/server/payment/sandbox.ts'
import type { PaymentProvider } from '#features/store/server/payment/provider.ts'
import { origin } from './realtime-client.ts'
import { watchedDatabase } from './watched-database.ts'

/** `before`: the call never arrives. `after`: it is executed, and its response is lost. */
export type DeathAt = { call: number; side: 'before' | 'after' }

/** The dependencies of an isolate: once it is dead, none of them does anything. */
export type Mortal = { db: Database; provider: PaymentProvider; isDead: () => boolean }

/** An isolate that dies at one of its calls to D1 or to the payment provider, counted together from 1. */
export function mortal({ call: last, side }: DeathAt): Mortal {
  let [calls, isDead] = [0, false]
  const guard = async <Answer>(call: () => Answer | Promise<Answer>): Promise<Answer> => {
    if (isDead) throw new Error('the isolate is dead')
    calls += 1
    if (calls < last) return call()
    isDead = true
    if (side === 'after') await call()
    throw new Error('the isolate dies')
  }
  const sandbox = createSandbox(env, origin)
  const provider: PaymentProvider = {
    name: sandbox.name,
    openCheckout: (...args) => guard(() => sandbox.openCheckout(...args)),
    closeCheckout: (...args) => guard(() => sandbox.closeCheckout(...args)),
    fetchPayment: (...args) => guard(() => sandbox.fetchPayment(...args)),
    listPayments: (...args) => guard(() => sandbox.listPayments(...args)),
    refund: (...args) => guard(() => sandbox.refund(...args)),
    webhookSecrets: () => sandbox.webhookSecrets(),
  }
  return { db: openDatabase(watchedDatabase((call) => guard(call))), provider, isDead: () => isDead }
}

/** Does something in isolates that die at their first call, the second and so on, before or after it, until one survives. */
export async function dieEverywhere(attempt: (isolate: Mortal) => Promise<void>): Promise<number> {
  for (let call = 1; ; call++) {
    let hasDied = false
    for (const side of ['before', 'after'] as const) {
      const isolate = mortal({ call, side })
      await attempt(isolate)
      hasDied ||= isolate.isDead()
    }
    if (!hasDied) return call - 1
  }
}
