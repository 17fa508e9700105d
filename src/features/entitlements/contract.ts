/** How long a boost runs from its activation (product.md 'Store'). */
export const boostMs = 30 * 60_000
/** Premium has one boost for each of these. */
export const premiumWeekMs = 7 * 24 * 60 * 60_000
