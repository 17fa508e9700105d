import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { LoadOrder, LoadResult } from './chat-load.ts'
import type { DialectName, Member } from './dialects.ts'

export type ChatLoad = Disposable & { run(forMs: number, perSecond: number | 'most'): Promise<LoadResult> }

/** Members who are connected and ready to talk, in a separate process. */
export async function openChatLoad(dialect: DialectName, port: number, members: readonly Member[]): Promise<ChatLoad> {
  const child = fork(join(import.meta.dirname, 'chat-load.ts'))
  const ask = async (order: LoadOrder): Promise<unknown> => {
    const answer = Promise.race([
      once(child, 'message').then(([value]) => value as unknown),
      once(child, 'exit').then(() => Promise.reject(new Error('The load generator ended'))),
    ])
    child.send(order)
    return answer
  }
  await ask({ order: 'connect', dialect, port, members: [...members] })
  return {
    run: async (forMs, perSecond) => (await ask({ order: 'run', forMs, perSecond })) as LoadResult,
    [Symbol.dispose]: () => child.disconnect(),
  }
}
