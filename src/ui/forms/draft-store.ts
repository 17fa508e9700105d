import { storageKeys } from '#shared/storage-keys.ts'

/** Most conversations with a draft; the one written to longest ago makes room. */
export const maxDrafts = 20

/** Conversation and text, the latest first. */
type Drafts = [conversation: string, text: string][]

/** Text that a member has written and not sent, in this browser; removed with the session (src/client/clear-local-data.ts). */
export function readDraft(member: string, conversation: string, storage: Storage = localStorage): string {
  return read(member, storage).find(([id]) => id === conversation)?.[1] ?? ''
}

/** '' removes the draft. */
export function writeDraft(member: string, conversation: string, text: string, storage: Storage = localStorage): void {
  const others = read(member, storage).filter(([id]) => id !== conversation)
  const drafts: Drafts = text.trim() === '' ? others : [[conversation, text], ...others]
  try {
    if (drafts.length === 0) storage.removeItem(storageKeys.drafts + member)
    else storage.setItem(storageKeys.drafts + member, JSON.stringify(drafts.slice(0, maxDrafts)))
  } catch {
    // Storage full or forbidden: the draft lasts as long as the page.
  }
}

/** A member's drafts as they are stored, for comparison; null without any. */
export function storedDrafts(member: string, storage: Storage = localStorage): string | null {
  try {
    return storage.getItem(storageKeys.drafts + member)
  } catch {
    return null // forbidden
  }
}

/** Stored drafts, the latest first. */
export function parseDrafts(stored: string | null): Drafts {
  try {
    return JSON.parse(stored ?? '[]') as Drafts
  } catch {
    return [] // not ours
  }
}

const read = (member: string, storage: Storage) => parseDrafts(storedDrafts(member, storage))
