/**
 * Ids of notifications that only the member's other tabs and devices need, because this tab already shows their content. Set in
 * browsers only.
 */
export const shownHere = new Set<string>()

/** Suppresses notifications with this id for 10 seconds. Later ones come from another press, perhaps on another device. */
export function showHere(id: string): void {
  shownHere.add(id)
  setTimeout(() => shownHere.delete(id), 10_000)
}
