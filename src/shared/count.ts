/** Badges count likes, visitors and the like up to here: a larger number shows as '99+'. */
export const mostCounted = 100

/** Returns a count as every language writes it, in a badge and in its spoken form. */
export const toCount = (count: number) => (count < mostCounted ? String(count) : '99+')
