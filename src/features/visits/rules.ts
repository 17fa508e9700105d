/** Another look within half an hour belongs to the same visit. */
export const sameVisitMs = 30 * 60_000
