import type { Env } from '#server/env.ts'
import type { Schedule } from '#objects/platform/alarm-scheduler.ts'
import { seatOf } from '#features/encounters/talk/server/client.ts'
import type { EncounterStore, Participants, StoredEncounter } from './encounter-store.ts'
import { Flow, type FlowAlarm } from './flow.ts'
import { memberBehind } from './participants.ts'
import type { Reveal } from './reveal.ts'
import { Talk } from './talk.ts'
import { noDirects } from '#objects/conversation/direct/direct-port.ts'
import { hubCalls, type HubCalls } from '#objects/conversation/hub-calls.ts'
import { lookAgainAt } from '#objects/conversation/look-again.ts'
import { openConversation } from '#objects/conversation/open-conversation.ts'
import type { ConversationState, ConversationStore } from '#objects/conversation/conversation-store.ts'

export type EncounterAlarm = FlowAlarm | 'settle'

/** The parts of an encounter that has been opened. */
export type OpenedEncounter = {
  flow: Flow
  talk: Talk
}

export type OpenEncounterDeps = {
  ctx: DurableObjectState
  env: Env
  store: EncounterStore
  conversations: ConversationStore
  /** As just opened, or as stored. */
  record: StoredEncounter
  conversation: ConversationState
  alarms: Schedule<EncounterAlarm>
}

export function openEncounter(deps: OpenEncounterDeps): OpenedEncounter {
  const { ctx, env, store, conversations, record, conversation, alarms } = deps
  const id = ctx.id.name ?? ''
  const wakeAt = (at: number) => alarms.schedule('settle', at)
  const hubs = callsBehindAliases(env, id, record.participants, () => flow.notify())
  // Does not check whether the two know or block each other elsewhere: the answer would reveal who they are.
  const isKnownAllowed = () => !talk.isClosed
  const isAllowed = async () => isKnownAllowed()
  const directs = () => noDirects
  const open = openConversation({
    ctx,
    store: conversations,
    state: conversation,
    hubs,
    directs,
    wakeAt,
    isAllowed,
    isKnownAllowed,
  })
  let reveal: Reveal | undefined
  const talk = new Talk({ encounter: id, open, conversations, store, wakeAt: () => wakeAt(lookAgainAt()) })
  const flow = new Flow({
    id,
    record,
    store,
    talk,
    async reveal() {
      const { Reveal: LoadedReveal } = await import('./reveal.ts')
      return (reveal ??= new LoadedReveal({ env, id, participants: record.participants, talk }))
    },
    alarms,
    sendNews: async (member, news) => seatOf(env, member).news(news),
    waitUntil: (work) => ctx.waitUntil(work),
  })
  return { flow, talk }
}

/**
 * A conversation's calls to the hubs of its members, whom it knows by their aliases. Devices learn of an end before their channel
 * closes, so that the order is the same for both and in every encounter.
 */
function callsBehindAliases(env: Env, id: string, participants: Participants, sendNews: () => Promise<void>): HubCalls {
  const calls = hubCalls(env, id)
  const behind = (alias: string) => memberBehind(participants, alias)
  return {
    deliver: (alias, delivery) => calls.deliver(behind(alias), delivery),
    end: async (alias) => {
      await sendNews()
      await calls.end(behind(alias))
    },
    clientEvent: (alias, event) => calls.clientEvent(behind(alias), event),
  }
}
