/** Likes, visitors and what else a badge counts are counted so far and no further: a larger number is shown as '99+'. */
export const mostCounted = 100

/** A count as every language writes it, in a badge and in its spoken form. */
export const toCount = (count: number) => (count < mostCounted ? String(count) : '99+')
