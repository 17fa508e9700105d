/**
 * Ids of notifications that are for the member's other tabs and devices: what they say this tab shows by itself. Written to
 * in browsers only.
 */
export const shownHere = new Set<string>()

/** Leaves out the notifications of an id for 10 seconds: later ones are of another press, perhaps on another device. */
export function showHere(id: string): void {
  shownHere.add(id)
  setTimeout(() => shownHere.delete(id), 10_000)
}
