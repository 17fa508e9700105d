/** A notification comes within a second or two; a later one is of another press, perhaps on another device. */
const shownMs = 10_000

/**
 * Ids of notifications that are for the member's other tabs and devices, and until when (ms): what they say this tab shows by
 * itself. Written to in browsers only.
 */
const shownUntil = new Map<string, number>()

/** Leaves out every notification of this id for the next 10 seconds. */
export const showHere = (id: string) => void shownUntil.set(id, Date.now() + shownMs)
export const forgetShown = (id: string) => void shownUntil.delete(id)
export const isShownHere = (id: string) => (shownUntil.get(id) ?? 0) > Date.now()
