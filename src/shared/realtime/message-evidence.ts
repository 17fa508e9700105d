import type { GiftKind } from './gift-kind.ts'

/** A message as a report keeps it, with its time in ms. `photo.key` names the object that `findChatPhoto` finds. */
export type EvidenceMessage = {
  seq: number
  from: string
  text: string
  sentAt: number
  editedAt?: number
  /** Deleted before the report, so its text was already gone. */
  deleted?: true
  photo?: { key: string | null; width: number; height: number }
  gift?: GiftKind
}
