import type { ConversationStage, InboxEvent } from '#shared/realtime/wire.ts'
import type { InboxRow } from '#features/chat/contract.ts'
import type { PairTie } from '#shared/text/tie.ts'

/**
 * The other member of a conversation. `avatar`: URL of the portrait. `since`: time of the match or of the request, in ms.
 * `stage`: whether the two may write to each other yet, and if not, whose request is pending.
 */
export type Partner = {
  conversation: string
  memberId: string
  firstName: string
  avatar: string | null
  since: number
  stage: ConversationStage
  /** Only for the open conversation: age and distance band in the viewer's language; absent when the profile is hidden. */
  facts?: string
  /** Only for the open conversation: languages that the two speak, as far as the viewer may know. */
  languages?: readonly string[]
  /** Only for the open conversation: the language of their text about themselves, if the viewer sees it and does not speak it. */
  writesIn?: string | null
  /** Only for the open conversation of a match: what the two likes are tied to. */
  ties?: readonly PairTie[]
}

/** One row of the inbox. `preview` is '' before the first message. */
export type InboxEntry = Partner & Pick<InboxRow, 'preview' | 'previewKind' | 'at' | 'unread' | 'fromMe'>

/** Joins inbox rows with names, newest first. A partner whose row has not arrived yet appears with the time of the match. */
export function joinRows(rows: readonly InboxRow[], partners: readonly Partner[]): InboxEntry[] {
  const byConversation = new Map(rows.map((row) => [row.conversation, row]))
  return partners
    .map((partner) => {
      const row = byConversation.get(partner.conversation)
      const { preview = '', previewKind = 'text', at = partner.since, unread = 0, fromMe = false } = row ?? {}
      return { ...partner, preview, previewKind, at, unread, fromMe }
    })
    .toSorted((a, b) => b.at - a.at)
}

/**
 * Merges known rows with those of a page or a join, which may be older than an event received meanwhile. The later message wins.
 * For the same message the lower count wins, because reading only lowers it.
 */
export function mergeRows(known: readonly InboxRow[], incoming: readonly InboxRow[]): readonly InboxRow[] {
  const merged = new Map(known.map((row) => [row.conversation, row]))
  for (const row of incoming) {
    const other = merged.get(row.conversation)
    if (!other || row.at > other.at) merged.set(row.conversation, row)
    else if (row.at === other.at) merged.set(row.conversation, { ...row, unread: Math.min(row.unread, other.unread) })
  }
  return [...merged.values()]
}

/**
 * Finds a conversation of a tab that is newer than its page: it is neither in `partners` nor in the page's own rows. A row of the
 * page without a partner belongs to a person whom the page excludes.
 */
export function findNewer(rows: readonly InboxRow[], known: ReadonlySet<string>, isRequests: boolean): string | null {
  const newer = rows.find(({ conversation, stage }) => (stage === 'incoming') === isRequests && !known.has(conversation))
  return newer?.conversation ?? null
}

/** Returns the rows after an event of the member's channel. The other member's id is unknown until the page supplies it. */
export function applyInboxEvent(rows: readonly InboxRow[], event: InboxEvent, viewerId: string): readonly InboxRow[] {
  const { conversation, unread, preview, previewKind, stage, at, from } = event
  const known = rows.find((row) => row.conversation === conversation)
  const other = known?.other ?? ''
  const row: InboxRow = { conversation, other, unread, preview, previewKind, stage, at, fromMe: from === viewerId }
  return known ? rows.map((each) => (each === known ? row : each)) : [row, ...rows]
}
