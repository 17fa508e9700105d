import { optional } from './optional.ts'

/**
 * Runs `work` while no other window of this browser runs code under the same lock name. If locks are missing or refused, runs it
 * at once.
 */
export async function withLock(name: string, work: () => Promise<void>): Promise<void> {
  const locks = optional(() => globalThis.navigator.locks)
  let hasBegun = false
  const begin = () => {
    hasBegun = true
    return work()
  }
  if (!locks) return begin()
  try {
    await locks.request(name, begin)
  } catch (error) {
    if (hasBegun) throw error
    await begin()
  }
}
