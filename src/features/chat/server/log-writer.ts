import type { WireMessage } from '#shared/wire.ts'
import type { ChangeInput, Refusal, SendInput, SendResult } from '../contract.ts'
import { cleanText, nextSentAt } from '../rules.ts'
import { edit, react, takeBack, type Changed } from './changes.ts'
import type { ConversationState } from './conversation-store.ts'
import type { LogStore } from './log-store.ts'
import type { PhotoStore } from './photo-store.ts'
import { notYet, refused } from './refusals.ts'

/** What a call is answered, and whether the hubs have something to hear. */
type Written<Result> = { result: Result; isNews: boolean }

/** Writes into the log for a member whom the conversation has let in. Nothing in here waits: a call is one transaction. */
export class LogWriter {
  readonly #state: ConversationState
  readonly #log: LogStore
  readonly #photos: PhotoStore

  constructor(state: ConversationState, log: LogStore, photos: PhotoStore) {
    this.#state = state
    this.#log = log
    this.#photos = photos
  }

  append(message: Omit<WireMessage, 'epoch' | 'seq'>): number {
    const state = this.#state
    const seq = state.head + 1
    this.#log.add({ ...message, epoch: state.epoch, seq })
    state.head = seq
    state.lastSeq = seq
    state.lastFrom.set(message.from, seq)
    state.lastSentAt = message.sentAt
    return seq
  }

  /** A message once per sender and cid: a repeat gets the first one's answer. */
  send({ member, cid, text, replyTo, photo: photoId }: SendInput, now: number): Written<SendResult> {
    const { epoch, lastSentAt, request } = this.#state
    const sent = this.#log.findSent(member, cid)
    if (sent) return { result: { ok: true, epoch, ...sent }, isNews: false }
    if (request) return { result: notYet, isNews: false }
    const photo = photoId === undefined ? undefined : this.#photos.findLoose(photoId, member)
    const clean = cleanText(text)
    const said = clean.ok ? clean.text : clean.code === 'required' && photo ? '' : null
    const answered = replyTo && { epoch: replyTo.epoch ?? epoch, seq: replyTo.seq }
    const isAnswerKnown = !answered || (answered.epoch === epoch && this.#log.find(answered.seq) !== null)
    if (said === null || photo === null || !isAnswerKnown) return { result: { ok: false, code: 'bad-frame' }, isNews: false }
    const sentAt = nextSentAt(now, lastSentAt)
    const shown = photo ? { photo } : {}
    const seq = this.append({ cid, from: member, text: said, sentAt, ...(answered ? { replyTo: answered } : {}), ...shown })
    if (photo) this.#photos.attach(photo.id, seq)
    return { result: { ok: true, epoch, seq, sentAt }, isNews: true }
  }

  /** Edits, takes back or reacts: the message takes the log's next place and is told again. No change takes none. */
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
