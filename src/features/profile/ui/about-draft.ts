import { keptNames } from '#shared/kept.ts'

/** It begins as the drafts of conversations do, and so it is forgotten with them. */
const nameFor = (member: string) => `${keptNames.drafts}about:${member}`

/** What a member began to write about themselves and has not saved, in this browser; it goes with the session. */
export function readAboutDraft(member: string): string | null {
  try {
    return localStorage.getItem(nameFor(member))
  } catch {
    return null // forbidden
  }
}

/** Null takes the draft away. */
export function writeAboutDraft(member: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(nameFor(member))
    else localStorage.setItem(nameFor(member), text)
  } catch {
    // Full or forbidden: the draft lives as long as the page.
  }
}
