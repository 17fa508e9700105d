import type { DirectAnswer } from '#shared/realtime/direct/direct-socket.ts'
import type { ConversationState, ConversationStore } from './conversation-store.ts'
import type { DirectPort } from './direct/direct-port.ts'
import type { FanOutPorts } from './fan-out-ports.ts'
import { FanOut } from './fan-out.ts'
import type { HubCalls } from './hub-calls.ts'
import { LogStore } from './log-store.ts'
import { LogWriter } from './log-writer.ts'
import { ReceiptBook } from './receipt-book.ts'
import { PhotoStore } from '#features/chat/server/photos/photo-store.ts'
import { Presence } from './presence.ts'

/** The parts of a conversation that has been opened. */
export type Open = {
  state: ConversationState
  log: LogStore
  photos: PhotoStore
  writer: LogWriter
  marks: ReceiptBook
  presence: Presence
  fanOut: FanOut
  hubs: HubCalls
  directs(): DirectPort
}

type OpenDeps = Pick<FanOutPorts, 'isAllowed' | 'isKnownAllowed' | 'wakeAt'> & {
  ctx: Pick<DurableObjectState, 'id' | 'storage'>
  store: ConversationStore
  /** As just opened, or as stored. */
  state: ConversationState
  hubs: HubCalls
  directs(): DirectPort
}

export function openConversation({ ctx, store, state, hubs, directs, isAllowed, isKnownAllowed, wakeAt }: OpenDeps): Open {
  const conversation = ctx.id.name ?? ''
  const { sql } = ctx.storage
  const presence = new Presence(store)
  const log = new LogStore(sql, state.epoch)
  const photos = new PhotoStore(sql)
  const marks = new ReceiptBook(state)
  const ports: FanOutPorts = {
    ...hubs,
    async deliver(member, delivery) {
      let answer: DirectAnswer | undefined
      try {
        const acknowledgement = await hubs.deliver(member, delivery)
        answer = acknowledgement.direct
        return acknowledgement
      } finally {
        if (delivery.direct) directs().takeAnswer(member, delivery.direct, answer)
      }
    },
    directs,
    conversation,
    isAllowed,
    isKnownAllowed,
    wakeAt,
    runIn: (ms, work) => void setTimeout(work, ms),
    now: () => Date.now(),
  }
  const writer = new LogWriter(state, log, photos)
  const open: Omit<Open, 'fanOut'> = { state, log, photos, writer, marks, presence, hubs, directs }
  return { ...open, fanOut: new FanOut(store, open, ports) }
}
