import { keptNames } from '#shared/kept.ts'

/** What a member began to write about themselves and has not saved, in this browser; it goes with the session. */
export function readAboutDraft(member: string): string | null {
  try {
    return localStorage.getItem(keptNames.aboutDraft + member)
  } catch {
    return null // forbidden
  }
}

/** Null takes the draft away. */
export function writeAboutDraft(member: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(keptNames.aboutDraft + member)
    else localStorage.setItem(keptNames.aboutDraft + member, text)
  } catch {
    // Full or forbidden: the draft lives as long as the page.
  }
}
