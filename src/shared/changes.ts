let count = 0

/** Something that pages show has changed, or is about to: an action was sent or answered, or the server told of it. */
export function noteChange(): void {
  count += 1
}

/** What was asked of the server at another count than this one may be stale. Counted in browsers only. */
export function countChanges(): number {
  return count
}
