import type { Delivery, FoundPage, SearchCursor } from '#features/chat/contract.ts'
import { warn } from '#server/log.ts'
import type { Env } from '#server/env.ts'
import type { AlarmHandlers, Schedule } from '#objects/platform/alarm-scheduler.ts'
import { conversationObject } from '#server/objects/stubs.ts'
import { withTimeout } from '#server/objects/with-timeout.ts'
import type { Inbox } from '../inbox/inbox.ts'
import type { WriteBehind } from '../inbox/write-behind.ts'
import { soughtWords } from './query.ts'
import type { Received, SearchBehind, SearchGap, SearchIndex } from './search-index.ts'
import { formatSearchCursor } from '#features/chat/server/search-text.ts'

export type SearchDeps = {
  env: Pick<Env, 'CONVERSATION'>
  member: string
  index: SearchIndex
  inbox: Inbox
  writes: WriteBehind
  alarms: Schedule<'index-messages'>
}

/** Messages read per call to index a conversation older than the index. */
const fillPage = 200
const resultsPage = 20
/** Time that a search waits for older messages to be indexed; the alarm continues with the rest. */
const timeoutMs = 1_500
const pagesPerAlarm = 20
const nextAlarmMs = 1_000
/** Texts of an older index that a search converts before it answers, and that an alarm converts per run. */
const rebuiltBySearch = 2_000
const rebuiltByAlarm = 5_000
const afterFailureMs = 30_000
/** A conversation on screen is indexed once it has been quiet for so long, and at the latest after the longer time. */
const restMs = 30_000
const longestMs = 10 * 60_000

/**
 * Search over the member's own messages. Deliveries keep the index up to date, except with new messages that a page shows by a
 * direct socket: a search or an alarm reads those from the log, many at once. Conversations older than the index have a gap. The
 * first search and alarms fill it from their logs, page by page, each continuing where the last one stopped. They also rebuild an
 * index after a change of folding: newest texts first, in batches.
 */
export class Search {
  readonly #deps: SearchDeps
  #filling: Promise<void> | null = null
  #waiting: Received[] = []
  /** Conversation → position above which new messages are not indexed, still to be stored. */
  readonly #putOff = new Map<string, number>()
  /** Times of the newest and of the oldest of them, as far as this object knows. */
  #putOffAt = 0
  #putOffSince = 0
  readonly alarms: AlarmHandlers<'index-messages'> = { 'index-messages': () => this.#fillSome() }

  constructor(deps: SearchDeps) {
    this.#deps = deps
  }

  /** Indexes a delivery; only messages of open conversations can be found. Idempotent. */
  take({ conversation, self, stage, messages, since, isShown }: Delivery): void {
    if (stage !== 'open') return
    // A change must not leave an earlier text in the index.
    const now = isShown ? messages.filter(({ change }) => change !== undefined) : messages
    for (const message of now) this.#waiting.push({ conversation, self, message })
    if (now.length < messages.length) this.#putOffFrom(conversation, since)
    if (messages.length > 0) this.#deps.writes.put('search', { write: () => this.#write(), written: () => this.#written() })
  }

  #putOffFrom(conversation: string, since: number): void {
    this.#putOff.set(conversation, Math.min(since, this.#putOff.get(conversation) ?? since))
    this.#putOffAt = Date.now()
    this.#putOffSince ||= this.#putOffAt
    this.#deps.alarms.schedule('index-messages', this.#putOffAt + restMs)
  }

  #write(): void {
    this.#deps.index.add(this.#waiting)
    for (const [conversation, since] of this.#putOff) this.#deps.index.putOff(conversation, since)
  }

  #written(): void {
    this.#waiting = []
    this.#putOff.clear()
  }

  forget(conversation: string): void {
    this.#deps.writes.flush()
    this.#deps.index.remove(conversation)
  }

  /** Returns the hits, newest first; `text` in the format of `searchText`. */
  async find(text: string, after: SearchCursor | null): Promise<FoundPage> {
    const { writes, index } = this.#deps
    await this.#catchUp(timeoutMs)
    writes.flush()
    // Most hubs never search.
    const { snippetOf } = await import('./snippet.ts')
    const sought = soughtWords(text)
    const found = index.find(sought, { limit: resultsPage, after })
    const shown = found.slice(0, resultsPage)
    const last = found.length > resultsPage ? shown.at(-1) : undefined
    return {
      hits: shown.map((hit) => ({
        conversation: hit.conversation,
        seq: hit.seq,
        at: hit.at,
        fromMe: hit.fromMe,
        snippet: snippetOf(hit.text, sought),
      })),
      next: last ? formatSearchCursor(last) : null,
      isComplete: this.#isComplete,
    }
  }

  /** Fills gaps for as long as the caller may wait. The alarm does the rest, and retries failures. */
  async #catchUp(waitMs: number): Promise<void> {
    const { alarms, index, writes } = this.#deps
    writes.flush()
    if (this.#isComplete) return
    const until = Date.now() + waitMs
    try {
      while (index.listBehind().length > 0 && Date.now() < until) await this.#fillOnce()
      if (index.isStale) index.rebuild(rebuiltBySearch)
      while (this.#nextGap() !== null && Date.now() < until) await this.#fillOnce()
      if (!this.#isComplete) alarms.schedule('index-messages', Date.now() + nextAlarmMs)
    } catch (error) {
      warn('search index', error)
      alarms.schedule('index-messages', Date.now() + afterFailureMs)
    }
  }

  /** The alarm's share; throws if a conversation cannot be reached. */
  async #fillSome(): Promise<void> {
    const { alarms, index } = this.#deps
    const restsAt = Math.min(this.#putOffAt + restMs, this.#putOffSince + longestMs)
    const isAtRest = restsAt <= Date.now()
    if (index.isStale) index.rebuild(rebuiltByAlarm)
    const isOpen = () => this.#nextGap() !== null || (isAtRest && index.listBehind().length > 0)
    for (let page = 0; page < pagesPerAlarm && isOpen(); page += 1) await this.#fillOnce()
    if (isAtRest) this.#putOffSince = 0
    else if (!isOpen()) return alarms.schedule('index-messages', restsAt)
    if (!this.#isComplete) alarms.schedule('index-messages', Date.now() + nextAlarmMs)
  }

  get #isComplete(): boolean {
    const { index } = this.#deps
    return !index.isStale && this.#nextGap() === null && index.listBehind().length === 0
  }

  /** Fills one page; concurrent callers wait for the same one. */
  #fillOnce(): Promise<void> {
    this.#filling ??= this.#fillPage().finally(() => (this.#filling = null))
    return this.#filling
  }

  async #fillPage(): Promise<void> {
    const { env, member, index, inbox, writes } = this.#deps
    const [behind] = index.listBehind()
    if (behind) return this.#fillBehind(behind)
    const gap = this.#nextGap()
    if (!gap) return
    const { conversation, before } = gap
    const page = await conversationObject(env, conversation).history(member, { before, limit: fillPage })
    writes.flush()
    index.fill(gap, page, inbox.find(conversation)?.self ?? null)
  }

  /** Reads on in the log from where the index ends. */
  async #fillBehind({ conversation, since }: SearchBehind): Promise<void> {
    const { env, member, index, inbox, writes } = this.#deps
    const range = await withTimeout(timeoutMs, conversationObject(env, conversation).readSince(member, since))
    writes.flush()
    const row = inbox.find(conversation)
    if (!range || !row || range.messages.length === 0) return index.catchUp(conversation, [], null)
    const received = range.messages.map((message) => ({ conversation, self: row.self, message }))
    // More may have come while the range was read.
    index.catchUp(conversation, received, range.upTo < row.head ? range.upTo : null)
  }

  /** Returns the gap of the conversation with the newest message, or null if everything is indexed. */
  #nextGap(): SearchGap | null {
    const { index, inbox } = this.#deps
    const gaps = index.listGaps()
    if (gaps.length === 0) return null
    const newest = inbox.findNewest(gaps.map(({ conversation }) => conversation))
    return gaps.find(({ conversation }) => conversation === newest) ?? gaps[0] ?? null
  }
}
