/**
 * Ids of notifications that are still to come and are for the member's other tabs and devices: what they say this tab shows
 * by itself. Whoever receives one takes it out. Written to in browsers only.
 */
export const shownHere = new Set<string>()
