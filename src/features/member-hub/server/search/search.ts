import type { HistoryPage, Delivery } from '#features/chat/contract.ts'
import { warn } from '#server/log.ts'
import type { FoundPage, SearchCursor } from '#features/member-hub/contract.ts'
import type { AlarmScheduler } from '#server/objects/alarm-scheduler.ts'
import type { WriteBehind } from '../inbox/write-behind.ts'
import { formatSearchCursor, matchExpression } from './query.ts'
import type { Heard, SearchIndex } from './search-index.ts'

export type SearcherDeps = {
  store: SearchIndex
  late: WriteBehind
  alarms: AlarmScheduler
  /** A stretch of a conversation's history below a seq; null when it is none of the member's any more. */
  readHistory(conversation: string, before: number): Promise<HistoryPage | null>
}

const resultsPage = 20
/** A search waits for so long that what is older than the index is added first; the alarm goes on with the rest. */
const patienceMs = 1_500
const pagesPerAlarm = 20
const nextAlarmMs = 1_000
const afterFailureMs = 30_000

/**
 * Search over one's own messages. Deliveries keep the index up to date; conversations that are older than the index have
 * a gap, which is filled from their logs page by page, by the first search and by alarms, each going on where the one
 * before stopped.
 */
export class Search {
  readonly #ports: SearcherDeps
  #filling: Promise<void> | null = null
  #waiting: Heard[] = []

  constructor(ports: SearcherDeps) {
    this.#ports = ports
  }

  /** Only what is said in open conversations is found. A repeat changes nothing. */
  take({ conversation, self, stage, messages }: Delivery): void {
    if (stage !== 'open') return
    const { late, store } = this.#ports
    for (const message of messages) {
      this.#waiting.push({ conversation, self, message })
      late.put('search', { write: () => store.add(this.#waiting), written: () => void (this.#waiting = []) })
    }
  }

  forget(conversation: string): void {
    this.#ports.late.flush()
    this.#ports.store.remove(conversation)
  }

  /** What is found, newest first; `text` as `searchText` gives it. */
  async find(text: string, after: SearchCursor | null): Promise<FoundPage> {
    const { late, store } = this.#ports
    await this.#catchUp(patienceMs)
    late.flush()
    const expression = matchExpression(text)
    const found = expression === null ? [] : store.find(expression, { limit: resultsPage, after })
    const shown = found.slice(0, resultsPage)
    const last = found.length > resultsPage ? shown.at(-1) : undefined
    return {
      hits: shown.map(({ conversation, seq, at, fromMe, snippet }) => ({ conversation, seq, at, fromMe, snippet })),
      next: last ? formatSearchCursor(last) : null,
      isComplete: store.nextGap() === null,
    }
  }

  /** Fills gaps for as long as the caller may wait. What is left, or has failed, is the alarm's. */
  async #catchUp(waitMs: number): Promise<void> {
    const { store, alarms } = this.#ports
    if (store.nextGap() === null) return
    const until = Date.now() + waitMs
    try {
      while (store.nextGap() !== null && Date.now() < until) await this.#fillOnce()
      if (store.nextGap() !== null) alarms.wish('index', Date.now() + nextAlarmMs)
    } catch (error) {
      warn('search index', error)
      alarms.wish('index', Date.now() + afterFailureMs)
    }
  }

  /** The alarm's share; throws when a conversation is away. */
  async fillSome(): Promise<void> {
    const { store, alarms } = this.#ports
    for (let page = 0; page < pagesPerAlarm && store.nextGap() !== null; page += 1) await this.#fillOnce()
    if (store.nextGap() !== null) alarms.wish('index', Date.now() + nextAlarmMs)
  }

  /** One page; who comes while it is under way waits for the same one. */
  #fillOnce(): Promise<void> {
    this.#filling ??= this.#fillPage().finally(() => (this.#filling = null))
    return this.#filling
  }

  async #fillPage(): Promise<void> {
    const { store, readHistory } = this.#ports
    const gap = store.nextGap()
    if (!gap) return
    const page = await readHistory(gap.conversation, gap.before)
    this.#ports.late.flush()
    store.fill(gap, page)
  }
}
