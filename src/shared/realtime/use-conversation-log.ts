import { useEffect, useEffectEvent, useRef } from 'react'
import { usePage } from '../react/page-context.tsx'
import { useLive } from './realtime.tsx'
import { channelName, type ServerEvent, type Since, type WireMessage } from './wire.ts'

/** The state of one conversation on screen, as its channel keeps it up to date. */
export type ConversationLog = {
  /** Returns the position to resume from; null before anything is known. */
  since(): Since | null
  addMessages(messages: readonly WireMessage[]): void
  /** Replaces the messages: the history on screen is void. */
  reset(messages: readonly WireMessage[], at: Since): void
  receive(event: ServerEvent): void
  /** Access has ended. */
  end(): void
  /** Clears timers; call it when the conversation leaves the screen. */
  stop(): void
}

type Options = {
  /** False where there is no channel to follow. */
  isOpen?: boolean
  /** Called when the page brings the conversation again, with newer data or at another position. */
  onVisit: () => void
  onRefused?: () => void
}

/** Keeps a conversation up to date as long as it is on screen. */
export function useConversationLog(conversation: string, log: ConversationLog, options: Options): void {
  const realtime = useLive((live) => live.realtime)
  const { now: visit } = usePage()
  const shownVisit = useRef(visit)
  const { isOpen = true } = options
  const onVisit = useEffectEvent(options.onVisit)
  const onRefused = useEffectEvent(() => options.onRefused?.())

  useEffect(() => {
    if (shownVisit.current === visit) return
    shownVisit.current = visit
    onVisit()
  }, [visit])

  useEffect(() => {
    if (!realtime || !isOpen) return
    const leave = realtime.follow(channelName.conversation(conversation), log.since(), {
      onMessages: log.addMessages,
      onReset: log.reset,
      onEvent: log.receive,
      onRefused() {
        log.end()
        onRefused()
      },
    })
    return () => {
      leave()
      log.stop()
    }
  }, [realtime, log, conversation, isOpen])
}
