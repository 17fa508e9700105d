import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Burst, BurstOrder } from './burst-load.ts'
import type { PairingServer } from './servers.ts'

export type BurstLoad = Disposable & { burst(withinMs: number): Promise<Burst> }

/** Connected members who can all join at once, in a separate process. */
export async function openBurstLoad({ port, waiters }: PairingServer): Promise<BurstLoad> {
  const child = fork(join(import.meta.dirname, 'burst-load.ts'))
  const ask = async (order: BurstOrder): Promise<unknown> => {
    const answer = Promise.race([
      once(child, 'message').then(([value]) => value as unknown),
      once(child, 'exit').then(() => Promise.reject(new Error('The load generator ended'))),
    ])
    child.send(order)
    return answer
  }
  await ask({ order: 'connect', port, waiters })
  return {
    burst: async (withinMs) => (await ask({ order: 'burst', withinMs })) as Burst,
    [Symbol.dispose]: () => child.disconnect(),
  }
}
