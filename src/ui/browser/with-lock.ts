import { optional } from './optional.ts'

/** Runs `work` while no other window of this browser runs it under this name; without locks, or where they are refused, at once. */
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
