import { newId } from '#ui/browser/new-id.ts'
import { storageKeys } from '#shared/browser/storage-keys.ts'
import { localStore } from '#ui/browser/stores.ts'
import type { Draft, OutboxItem, Realtime } from '#shared/realtime/realtime.tsx'
import { timings, type ConversationChannel, type WireMessage } from '#shared/realtime/wire.ts'
import { createDelivery, sentMessage, type Delivery } from './deliver.ts'
import { openOutboxStore, type StoredItem, type OutboxStore } from './outbox-store.ts'
import { joinOutboxTabs, type OutboxTabs, type TabNews } from './outbox-tabs.ts'
import { RequestError, type Requests } from '../requests.ts'

export type OutboxDeps = {
  ask: Requests['ask']
  /** True while there is a connection that is known to be this member's. */
  isReady: () => boolean
  /** The sender's id, for the message that an acknowledgement creates. */
  memberId: string
  /** May be called twice for one message: by this tab and on behalf of another. */
  onSent: (channel: ConversationChannel, message: WireMessage) => void
  now?: () => number
  /** Called when a message is stored, so that the end of the session clears the storage. */
  noteKept?: () => void
  store?: OutboxStore
  joinTabs?: (member: string, onNews: (news: TabNews) => void) => OutboxTabs
  delivery?: Delivery
}

export type Outbox = Realtime['outbox'] & {
  /** After a reconnect: retries everything that failed for lack of a connection. */
  resume(): Promise<void>
  /** The connection will not come back: marks each message as failed. Stored ones go out with the next page. */
  giveUp(): void
  stop(): void
}

/** Final refusals: only the writer can retry. */
const finalCodes: ReadonlySet<string> = new Set(['bad-frame', 'too-big', 'forbidden', 'conflict', 'contact-details'])
/** Nothing is known about the message: there is no connection to ask, or no session. */
const laterCodes: ReadonlySet<string> = new Set(['closed', 'unauthorized'])
const triesOnOneConnection = 3
/** A store of the server is unavailable: retries for a quarter of an hour, after 1, 2, 4 and then every 8 s. */
const triesWhileAway = 115
const longestPauseMs = 8_000
/** For longer waits the writer decides about the retry: photos have an hourly limit. */
const longestWaitS = 60
/** A browser whose storage hangs must not delay a message. */
const storeMs = 2_000

/**
 * The viewer's messages until the server has acknowledged them. They are stored in IndexedDB, which all tabs share, and sent
 * one at a time per conversation and browser, in the order of writing. Every retry has the same `cid`, so that the server
 * counts it as the same message. A message that cannot be stored lives in this tab's memory.
 */
export function createOutbox(deps: OutboxDeps): Outbox {
  const { ask, isReady, memberId, onSent, now = Date.now, noteKept = noteInStorage } = deps
  const store = deps.store ?? openOutboxStore(memberId)
  const delivery = deps.delivery ?? createDelivery({ ask })
  const tabs = (deps.joinTabs ?? joinOutboxTabs)(memberId, (news) => void receive(news))

  let kept: readonly StoredItem[] = []
  /** Changes that this tab knows before the storage has them; null: sent or discarded. */
  const ahead = new Map<string, StoredItem | null>()
  /** Items that the storage has not accepted yet, and may never accept. */
  const unkept = new Set<string>()
  let items: readonly StoredItem[] = []
  const perChannel = new Map<ConversationChannel, readonly OutboxItem[]>()
  const listeners = new Set<() => void>()
  const wanted = new Set<ConversationChannel>()
  const busy = new Set<ConversationChannel>()
  let reading: Promise<boolean> = Promise.resolve(true)
  let isStoreDead = false
  let isOver = false

  /** Calls the storage; once a call gets no answer, it is not called again. */
  async function inStore<Result>(work: () => Promise<Result>): Promise<Result> {
    if (isStoreDead) throw new Error('The storage does not answer')
    return inTime(work(), storeMs, () => (isStoreDead = true))
  }

  const find = (cid: string) => items.find((item) => item.cid === cid)

  function publish(): void {
    const known = new Map(items.map((item) => [item.cid, item]))
    const cids = new Set([...kept.map(({ cid }) => cid), ...ahead.keys()])
    const stored = new Map(kept.map((item) => [item.cid, item]))
    const next = [...cids].flatMap((cid) => {
      const item = ahead.has(cid) ? ahead.get(cid) : stored.get(cid)
      if (!item) return []
      const before = known.get(cid)
      const status = isOver ? 'failed' : item.status
      // The same object while nothing has changed, to avoid rendering again.
      if (before?.status === status && before.isRefused === item.isRefused && before.uploaded?.id === item.uploaded?.id)
        return [before]
      return [status === item.status ? item : { ...item, status }]
    })
    if (next.length === items.length && next.every((item, index) => item === items[index])) return
    items = next
    perChannel.clear()
    for (const listener of listeners) listener()
  }

  /**
   * Reads the shared storage. One read at a time: once this resolves, everything written before it is known; false if the storage
   * did not answer.
   */
  function refresh(): Promise<boolean> {
    reading = reading.then(async () => {
      const list = await inStore(() => store.list()).catch(() => null) // Without storage everything is in memory.
      if (list) kept = list
      publish()
      return list !== null
    })
    return reading
  }

  /** Shows a change at once and stores it; without storage it stays in this tab. */
  async function change(cid: string, item: StoredItem | null, keep: () => Promise<void>): Promise<void> {
    ahead.set(cid, item)
    publish()
    try {
      await inStore(keep)
    } catch {
      return // It stays in memory, which works while this tab lives.
    }
    if (!(await refresh())) return
    if (ahead.get(cid) === item) ahead.delete(cid)
    publish()
    tabs.broadcast({ kind: 'changed' })
  }
  /** Rejects if the browser cannot store the item, or cannot record for the session's end that it does. */
  const keepNew = async (item: StoredItem) => {
    noteKept()
    await store.add(item)
    unkept.delete(item.cid)
  }
  /**
   * Changes an item that still waits; it may have been discarded in the meantime. An item that is not stored yet is stored again.
   */
  const mark = async (cid: string, patch: Partial<StoredItem>) => {
    const item = find(cid)
    if (!item) return
    const next = { ...item, ...patch }
    await change(cid, next, async () => {
      if (unkept.has(cid)) await keepNew(next)
      await store.change(next)
    })
  }
  const remove = (cid: string) => {
    unkept.delete(cid)
    return change(cid, null, () => store.remove(cid))
  }

  async function receive(news: TabNews): Promise<void> {
    if (news.kind === 'sent') onSent(news.channel, news.message)
    await refresh()
    runAll()
  }

  function runAll(): void {
    for (const channel of new Set(items.map((item) => item.channel))) void run(channel)
  }

  async function run(channel: ConversationChannel): Promise<void> {
    wanted.add(channel)
    if (busy.has(channel)) return
    busy.add(channel)
    try {
      while (isReady() && wanted.delete(channel)) await tabs.alone(channel, () => drain(channel))
    } finally {
      busy.delete(channel)
    }
  }

  /** Sends waiting messages, oldest first. A message that could not be sent yet blocks those after it, to keep the order. */
  async function drain(channel: ConversationChannel): Promise<void> {
    let tries = 0
    for (;;) {
      await refresh() // Another tab may have changed the storage.
      const item = items.find((each) => each.channel === channel && !each.isRefused)
      if (!item || item.status === 'failed' || !isReady()) return
      try {
        await send(item)
        tries = 0
      } catch (error) {
        if (!(error instanceof RequestError)) throw error
        const { code, retryAfterS = 0 } = error
        if (laterCodes.has(code)) return // The reconnect, or the next session, runs it again.
        if (finalCodes.has(code) || retryAfterS > longestWaitS)
          await mark(item.cid, { status: 'failed', isRefused: true, reason: code })
        else if (retryAfterS > 0) await pause(retryAfterS * 1_000) // Its turn will come: this counts as no attempt.
        else if (code === 'timeout' || ++tries >= (code === 'unavailable' ? triesWhileAway : triesOnOneConnection))
          return mark(item.cid, { status: 'failed' })
        else await pause(Math.min(timings.minBackoffMs * 2 ** (tries - 1), longestPauseMs))
      }
    }
  }

  async function send(item: StoredItem): Promise<void> {
    if (item.photo && !item.uploaded) {
      const uploaded = await delivery.upload(item, item.photo)
      await mark(item.cid, { uploaded })
      item = { ...item, uploaded }
    }
    const { channel } = item
    const message = sentMessage(item, await delivery.send(item), memberId)
    onSent(channel, message)
    tabs.broadcast({ kind: 'sent', channel, message })
    await remove(item.cid)
  }

  void refresh()

  return {
    items(channel) {
      const known = perChannel.get(channel) ?? items.filter((item) => item.channel === channel)
      perChannel.set(channel, known)
      return known
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async add(channel: ConversationChannel, draft: Draft, cid: string = newId()): Promise<OutboxItem> {
      const { text, replyTo, photo } = draft
      const item: StoredItem = { channel, cid, text, createdAt: now(), status: 'pending' }
      if (replyTo) item.replyTo = replyTo
      if (photo) item.photo = photo
      unkept.add(cid)
      await change(cid, item, () => keepNew(item))
      // A writer who continues also wants the stuck earlier messages sent.
      for (const stuck of items) if (stuck.channel === channel && isStuck(stuck)) await mark(stuck.cid, { status: 'pending' })
      void run(channel)
      return find(cid) ?? item
    },
    retry(cid) {
      const item = find(cid)
      if (!item || isOver) return
      void mark(cid, { status: 'pending', isRefused: false }).then(() => run(item.channel))
    },
    discard(cid) {
      const item = find(cid)
      if (item) void remove(cid).then(() => run(item.channel))
    },
    async resume() {
      await refresh()
      for (const item of items) if (isStuck(item)) await mark(item.cid, { status: 'pending' })
      runAll()
    },
    giveUp() {
      isOver = true
      publish()
    },
    stop() {
      tabs.close()
      store.close()
    },
  }
}

/** True if it failed for lack of a connection, not by the server's refusal. */
function isStuck({ status, isRefused }: StoredItem): boolean {
  return status === 'failed' && !isRefused
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

function noteInStorage(): void {
  localStore.write(storageKeys.outboxMark, '1')
}

async function inTime<Result>(work: Promise<Result>, ms: number, onTimeout: () => void): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      onTimeout()
      reject(new Error('The storage does not answer'))
    }, ms)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
