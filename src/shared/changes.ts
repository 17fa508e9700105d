let count = 0
const underWay = new Set<Promise<void>>()

/** Records that data on pages has changed: an event came. */
export function noteChange(): void {
  count += 1
}

/**
 * Records that an action is in flight, which may change data on pages until it is answered; returns a function to call at the
 * answer.
 */
export function beginChange(): () => void {
  noteChange()
  const { promise, resolve } = Promise.withResolvers<void>()
  underWay.add(promise)
  return () => {
    noteChange()
    underWay.delete(promise)
    resolve()
  }
}

/** Settles when the actions in flight have been answered. */
export const changesAnswered = (): Promise<unknown> => Promise.all(underWay)

/** Returns the number of changes. A response requested at another count may be stale. Only counted in browsers. */
export function countChanges(): number {
  return count
}
