/** Highest count that badges for likes, visitors and the like show: a larger one becomes '99+'. */
export const mostCounted = 100

/** Returns a count in the language's digits, for a badge and its spoken form. */
export const toCount = (count: number) => (count < mostCounted ? String(count) : '99+')
