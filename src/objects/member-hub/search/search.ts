import type { Delivery, FoundPage, SearchCursor } from '#features/chat/contract.ts'
import { warn } from '#server/log.ts'
import type { Env } from '#server/env.ts'
import type { AlarmHandlers, Schedule } from '#objects/platform/alarm-scheduler.ts'
import { conversationObject } from '#server/objects/stubs.ts'
import type { Inbox } from '../inbox/inbox.ts'
import type { WriteBehind } from '../inbox/write-behind.ts'
import { soughtWords } from './query.ts'
import type { Received, SearchGap, SearchIndex } from './search-index.ts'
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

/**
 * Search over the member's own messages. Deliveries keep the index up to date. Conversations older than the index have a gap. The
 * first search and alarms fill it from their logs, page by page, each continuing where the last one stopped. They also rebuild an
 * index after a change of folding: newest texts first, in batches.
 */
export class Search {
  readonly #deps: SearchDeps
  #filling: Promise<void> | null = null
  #waiting: Received[] = []
  readonly alarms: AlarmHandlers<'index-messages'> = { 'index-messages': () => this.#fillSome() }

  constructor(deps: SearchDeps) {
    this.#deps = deps
  }

  /** Indexes a delivery; only messages of open conversations can be found. Idempotent. */
  take({ conversation, self, stage, messages }: Delivery): void {
    if (stage !== 'open') return
    const { writes, index } = this.#deps
    for (const message of messages) {
      this.#waiting.push({ conversation, self, message })
      writes.put('search', { write: () => index.add(this.#waiting), written: () => void (this.#waiting = []) })
    }
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
    const found = index.find(soughtWords(text), { limit: resultsPage, after })
    const shown = found.slice(0, resultsPage)
    const last = found.length > resultsPage ? shown.at(-1) : undefined
    return {
      hits: shown.map(({ conversation, seq, at, fromMe, snippet }) => ({ conversation, seq, at, fromMe, snippet })),
      next: last ? formatSearchCursor(last) : null,
      isComplete: this.#isComplete,
    }
  }

  /** Fills gaps for as long as the caller may wait. The alarm does the rest, and retries failures. */
  async #catchUp(waitMs: number): Promise<void> {
    const { alarms, index } = this.#deps
    if (this.#isComplete) return
    const until = Date.now() + waitMs
    try {
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
    if (index.isStale) index.rebuild(rebuiltByAlarm)
    for (let page = 0; page < pagesPerAlarm && this.#nextGap() !== null; page += 1) await this.#fillOnce()
    if (!this.#isComplete) alarms.schedule('index-messages', Date.now() + nextAlarmMs)
  }

  get #isComplete(): boolean {
    return !this.#deps.index.isStale && this.#nextGap() === null
  }

  /** Fills one page; concurrent callers wait for the same one. */
  #fillOnce(): Promise<void> {
    this.#filling ??= this.#fillPage().finally(() => (this.#filling = null))
    return this.#filling
  }

  async #fillPage(): Promise<void> {
    const { env, member, index, inbox, writes } = this.#deps
    const gap = this.#nextGap()
    if (!gap) return
    const { conversation, before } = gap
    const page = await conversationObject(env, conversation).history(member, { before, limit: fillPage })
    writes.flush()
    index.fill(gap, page, inbox.find(conversation)?.self ?? null)
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
