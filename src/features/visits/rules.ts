/** Looking again within half an hour is the same visit. */
export const sameVisitMs = 30 * 60_000
