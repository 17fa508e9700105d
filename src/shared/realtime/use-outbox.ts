import { useSyncExternalStore } from 'react'
import { useLive, type OutboxItem } from './realtime.tsx'
import { channelName } from './wire.ts'

const none: readonly OutboxItem[] = []
const never = () => () => {}

/** Returns the viewer's own messages that are not yet acknowledged. */
export function useOutbox(conversation: string): readonly OutboxItem[] {
  const outbox = useLive((live) => live.realtime)?.outbox
  return useSyncExternalStore(
    outbox?.onChange ?? never,
    () => outbox?.items(channelName.conversation(conversation)) ?? none,
    () => none,
  )
}
