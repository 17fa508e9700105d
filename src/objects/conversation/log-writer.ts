import type { WireMessage } from '#shared/realtime/wire.ts'
import type { ChangeInput, Refusal, SendInput, SendResult } from '#features/chat/contract.ts'
import { cleanText, nextSentAt } from '#features/chat/rules.ts'
import { edit, react, takeBack, type Changed } from './changes.ts'
import type { ConversationState } from './conversation-store.ts'
import type { LogStore } from './log-store.ts'
import type { PhotoStore } from '#features/chat/server/photos/photo-store.ts'

/** The same answer for cases that must look alike: an id never opened, another pair's conversation, an ended one, a block. */
export const refused: Refusal = { ok: false, code: 'forbidden' }
/** While a request is pending, the log contains only its one message. */
export const notYet: Refusal = { ok: false, code: 'conflict' }

/** The answer to a call, and whether the hubs need a delivery. */
type Written<Result> = { result: Result; isNews: boolean }

/** The content of a message as it may be stored. */
type Said = Pick<WireMessage, 'text' | 'replyTo' | 'photo'>

/** Writes into the log for a member who has access. Nothing here awaits: a call is one transaction. */
export class LogWriter {
  readonly #state: ConversationState
  readonly #log: LogStore
  readonly #photos: PhotoStore

  constructor(state: ConversationState, log: LogStore, photos: PhotoStore) {
    this.#state = state
    this.#log = log
    this.#photos = photos
  }

  /** Returns the message's seq, or null if its sender has already sent one with this cid. */
  append(message: Omit<WireMessage, 'epoch' | 'seq'>): number | null {
    const state = this.#state
    const seq = state.head + 1
    if (!this.#log.add({ ...message, epoch: state.epoch, seq })) return null
    state.head = seq
    state.lastSeq = seq
    state.lastFrom.set(message.from, seq)
    state.lastSentAt = message.sentAt
    return seq
  }

  /** Writes a message once per sender and cid: a repeat gets the first answer, even if conditions have changed since. */
  send(input: SendInput, now: number): Written<SendResult> {
    const { epoch, lastSentAt } = this.#state
    const said = this.#check(input)
    const sentAt = nextSentAt(now, lastSentAt)
    const seq = said.ok ? this.append({ cid: input.cid, from: input.member, sentAt, ...said.message }) : null
    if (seq === null) {
      const sent = this.#log.findSent(input.member, input.cid)
      const result = sent ? { ok: true as const, epoch, ...sent } : said.ok ? refused : said
      return { result, isNews: false }
    }
    if (said.ok && said.message.photo) this.#photos.attach(said.message.photo.id, seq)
    return { result: { ok: true, epoch, seq, sentAt }, isNews: true }
  }

  #check({ member, text, replyTo, photo: photoId }: SendInput): { ok: true; message: Said } | Refusal {
    const { epoch, request } = this.#state
    if (request) return notYet
    const photo = photoId === undefined ? undefined : this.#photos.findLoose(photoId, member)
    const clean = cleanText(text)
    const said = clean.ok ? clean.text : clean.code === 'required' && photo ? '' : null
    const answered = replyTo && { epoch: replyTo.epoch ?? epoch, seq: replyTo.seq }
    const isAnswerKnown = !answered || (answered.epoch === epoch && this.#log.find(answered.seq) !== null)
    if (said === null || photo === null || !isAnswerKnown) return { ok: false, code: 'bad-frame' }
    return { ok: true, message: { text: said, ...(answered ? { replyTo: answered } : {}), ...(photo ? { photo } : {}) } }
  }

  /** Edits, deletes or reacts: the message takes the log's next position and is delivered again. A repeat takes none. */
  change(input: ChangeInput, now: number): Written<{ ok: true } | Refusal> {
    const message = this.#log.find(input.seq)
    if (!message) return { result: refused, isNews: false }
    if (this.#state.request) return { result: notYet, isNews: false }
    const changed = applyChange(message, input, now)
    if ('refused' in changed) return { result: { ok: false, code: changed.refused }, isNews: false }
    if (changed.message === message) return { result: { ok: true }, isNews: false }
    const change = this.#state.head + 1
    this.#log.change({ ...changed.message, change }, now)
    this.#state.head = change
    if (changed.message.deleted && message.photo) this.#photos.remove(message.photo.id, now)
    return { result: { ok: true }, isNews: true }
  }
}

function applyChange(message: WireMessage, input: ChangeInput, now: number): Changed {
  switch (input.kind) {
    case 'edit':
      return edit(message, input.member, input.text, now)
    case 'delete':
      return takeBack(message, input.member)
    case 'react':
      return react(message, input.member, input.emoji)
    default:
      return input satisfies never
  }
}
