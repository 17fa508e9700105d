import type { WireMessage } from '#shared/realtime/wire.ts'
import type { Asked } from './changer.ts'
import type { Acknowledged, Typed } from './client.ts'

/** What one client saw and did, at the end. */
export type Witness = {
  member: string
  /** False for a session that was signed out: nobody promised it anything after that. */
  isLive: boolean
  screens: ReadonlyMap<string, readonly WireMessage[]>
  outOfOrder: number
  typed: readonly Typed[]
  acknowledged: readonly Acknowledged[]
  /** Edits, deletions and reactions in the order in which they were made. */
  changes: readonly Asked[]
}

export type Judgement = {
  /** Messages that a live client typed and that never got into history. */
  unsent: number
  /** Acknowledged without being in history, or in history and not on a live client's screen. */
  lost: number
  /** In history or on a screen more than once. */
  doubled: number
  /** On a screen in another order than in history, or shown above what came later. */
  outOfOrder: number
  /** Acknowledged at another place, or with other words, than history's; also words that were edited since. */
  changed: number
  /** Acknowledged deletions and reactions that history does not have. */
  undone: number
  /** Messages that a live client shows otherwise than history has them. */
  stale: number
  /** Texts that were taken back, in the words of any time, and are in history still. */
  leftovers: number
}

/** Compares what the clients saw with what the server keeps, per conversation. */
export function judge(histories: ReadonlyMap<string, readonly WireMessage[]>, witnesses: readonly Witness[]): Judgement {
  const result: Judgement = { unsent: 0, lost: 0, doubled: 0, outOfOrder: 0, changed: 0, undone: 0, stale: 0, leftovers: 0 }
  const stored = new Map<string, WireMessage>()
  for (const history of histories.values()) {
    result.doubled += countRepeats(history)
    result.outOfOrder += countInversions(history.map(({ seq }) => seq))
    for (const message of history) stored.set(`${message.from} ${message.cid}`, message)
  }
  const everything = JSON.stringify([...histories.values()].map((history) => history.map((one) => ({ ...one, cid: '' }))))
  for (const { member, isLive, screens, outOfOrder, typed, acknowledged, changes } of witnesses) {
    result.outOfOrder += outOfOrder
    for (const { cid, seq, text } of acknowledged) {
      const message = stored.get(`${member} ${cid}`)
      const own = changes.filter((change) => change.cid === cid && change.from === member)
      if (!message) result.lost += 1
      else if (message.seq !== seq || !wordsOf(text, own).has(message.deleted ? null : message.text)) result.changed += 1
      if (own.some(({ kind, isAcknowledged }) => kind === 'delete' && isAcknowledged)) {
        if (message && !isEmptied(message)) result.undone += 1
        const words = new Set([text, ...own.flatMap((change) => (change.kind === 'edit' ? [change.text] : []))])
        result.leftovers += [...words].filter((word) => everything.includes(JSON.stringify(word))).length
      }
    }
    result.undone += countLostReactions(member, changes, stored)
    if (isLive) result.unsent += typed.filter(({ cid }) => !stored.has(`${member} ${cid}`)).length
    for (const [conversation, screen] of screens) {
      const history = histories.get(conversation) ?? []
      result.doubled += countRepeats(screen)
      const places = new Map(history.map(({ cid, from }, index) => [`${from} ${cid}`, index]))
      result.outOfOrder += countInversions(screen.map(({ cid, from }) => places.get(`${from} ${cid}`) ?? -1))
      if (!isLive) continue
      const shown = new Set(screen.map(({ cid, from }) => `${from} ${cid}`))
      result.lost += history.filter(({ cid, from }) => !shown.has(`${from} ${cid}`)).length
      result.stale += screen.filter((message) => !looksAs(message, stored.get(`${message.from} ${message.cid}`))).length
    }
  }
  return result
}

/** True when a screen shows exactly the history. */
export function isSame(screen: readonly WireMessage[], history: readonly WireMessage[]): boolean {
  return screen.length === history.length && screen.every((message, n) => looksAs(message, history[n]))
}

function looksAs(shown: WireMessage, stored: WireMessage | undefined): boolean {
  return stored !== undefined && lookOf(shown) === lookOf(stored)
}

function lookOf({ seq, from, cid, text, deleted, editedAt, reactions = [] }: WireMessage): string {
  const told = reactions.map((reaction) => `${reaction.from} ${reaction.emoji}`).toSorted()
  return JSON.stringify([seq, from, cid, text, deleted ?? false, editedAt ?? null, told])
}

/** What a message may say at the end, null for nothing any more: the last acknowledged, or what was asked for since. */
function wordsOf(typed: string, changes: readonly Asked[]): Set<string | null> {
  let words = new Set<string | null>([typed])
  for (const change of changes) {
    if (change.kind === 'react') continue
    const word = change.kind === 'edit' ? change.text : null
    words = change.isAcknowledged ? new Set([word]) : words.add(word)
  }
  return words
}

function isEmptied({ deleted, text, photo, reactions = [] }: WireMessage): boolean {
  return deleted === true && text === '' && photo === undefined && reactions.length === 0
}

/** Messages on which a member's last reaction is another than was acknowledged, or asked for since. */
function countLostReactions(member: string, changes: readonly Asked[], stored: ReadonlyMap<string, WireMessage>): number {
  const wanted = new Map<string, Set<string>>()
  for (const change of changes) {
    if (change.kind !== 'react') continue
    const message = `${change.from} ${change.cid}`
    if (change.isAcknowledged) wanted.set(message, new Set([change.emoji]))
    else wanted.set(message, (wanted.get(message) ?? new Set([''])).add(change.emoji))
  }
  return [...wanted].filter(([name, emojis]) => {
    const message = stored.get(name)
    if (!message || message.deleted) return false
    return !emojis.has(message.reactions?.find(({ from }) => from === member)?.emoji ?? '')
  }).length
}

function countRepeats(messages: readonly WireMessage[]): number {
  return messages.length - new Set(messages.map(({ from, cid }) => `${from} ${cid}`)).size
}

function countInversions(places: readonly number[]): number {
  return places.filter((place, index) => index > 0 && place < (places[index - 1] ?? 0)).length
}
