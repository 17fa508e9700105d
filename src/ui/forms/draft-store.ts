import { storageKeys } from '#shared/browser/storage-keys.ts'
import { localStore, type Store } from '../browser/stores.ts'

/** Maximum number of conversations with a draft; a new one replaces the oldest. */
export const maxDrafts = 20

/** Conversation and text, the newest first. */
type Drafts = [conversation: string, text: string][]

/**
 * Text that a member has written and not sent, stored in this browser; removed with the session (src/client/clear-local-data.ts).
 */
export function readDraft(member: string, conversation: string, store: Store<'local'> = localStore): string {
  return read(member, store).find(([id]) => id === conversation)?.[1] ?? ''
}

/** An empty text removes the draft. */
export function writeDraft(member: string, conversation: string, text: string, store: Store<'local'> = localStore): void {
  const others = read(member, store).filter(([id]) => id !== conversation)
  const drafts: Drafts = text.trim() === '' ? others : [[conversation, text], ...others]
  if (drafts.length === 0) store.remove(`${storageKeys.drafts}${member}`)
  // If nothing can be stored, the draft lasts as long as the page.
  else store.write(`${storageKeys.drafts}${member}`, JSON.stringify(drafts.slice(0, maxDrafts)))
}

/** A member's drafts as stored, for comparison; null without any. */
export function storedDrafts(member: string, store: Store<'local'> = localStore): string | null {
  return store.read(`${storageKeys.drafts}${member}`)
}

/** Parses stored drafts, the newest first. */
export function parseDrafts(stored: string | null): Drafts {
  try {
    return JSON.parse(stored ?? '[]') as Drafts
  } catch {
    return [] // not ours
  }
}

const read = (member: string, store: Store<'local'>) => parseDrafts(storedDrafts(member, store))
