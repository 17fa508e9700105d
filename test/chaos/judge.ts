import type { WireMessage } from '#shared/wire.ts'
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
  /** Acknowledged at another place, or with other words, than history's. */
  changed: number
}

/** Compares what the clients saw with what the server keeps, per conversation. */
export function judge(histories: ReadonlyMap<string, readonly WireMessage[]>, witnesses: readonly Witness[]): Judgement {
  const result: Judgement = { unsent: 0, lost: 0, doubled: 0, outOfOrder: 0, changed: 0 }
  const stored = new Map<string, WireMessage>()
  for (const history of histories.values()) {
    result.doubled += countRepeats(history)
    result.outOfOrder += countInversions(history.map(({ seq }) => seq))
    for (const message of history) stored.set(`${message.from} ${message.cid}`, message)
  }
  for (const { member, isLive, screens, outOfOrder, typed, acknowledged } of witnesses) {
    result.outOfOrder += outOfOrder
    for (const { cid, seq, text } of acknowledged) {
      const message = stored.get(`${member} ${cid}`)
      if (!message) result.lost += 1
      else if (message.seq !== seq || message.text !== text) result.changed += 1
    }
    if (isLive) result.unsent += typed.filter(({ cid }) => !stored.has(`${member} ${cid}`)).length
    for (const [conversation, screen] of screens) {
      const history = histories.get(conversation) ?? []
      result.doubled += countRepeats(screen)
      const places = new Map(history.map(({ cid, from }, index) => [`${from} ${cid}`, index]))
      result.outOfOrder += countInversions(screen.map(({ cid, from }) => places.get(`${from} ${cid}`) ?? -1))
      if (!isLive) continue
      const shown = new Set(screen.map(({ cid, from }) => `${from} ${cid}`))
      result.lost += history.filter(({ cid, from }) => !shown.has(`${from} ${cid}`)).length
    }
  }
  return result
}

/** True when a screen shows exactly the history. */
export function isSame(screen: readonly WireMessage[], history: readonly WireMessage[]): boolean {
  return screen.length === history.length && screen.every(({ seq, cid }, n) => seq === history[n]?.seq && cid === history[n].cid)
}

function countRepeats(messages: readonly WireMessage[]): number {
  return messages.length - new Set(messages.map(({ from, cid }) => `${from} ${cid}`)).size
}

function countInversions(places: readonly number[]): number {
  return places.filter((place, index) => index > 0 && place < (places[index - 1] ?? 0)).length
}
