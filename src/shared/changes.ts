let count = 0

/** Records that data on pages has changed, or is about to: an action was sent or answered, or an event came. */
export function noteChange(): void {
  count += 1
}

/** Returns the number of changes. A response requested at another count may be stale. Counted in browsers only. */
export function countChanges(): number {
  return count
}
