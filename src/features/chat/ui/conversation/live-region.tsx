import type { WireMessage } from '#shared/realtime/wire.ts'
import { useExcerpt } from '../log/use-excerpt.ts'

/** Announces the partner's new messages to screen readers, each once; other changes of the log stay silent. */
export function LiveRegion({ messages, name }: { messages: readonly WireMessage[]; name: string }) {
  const excerpt = useExcerpt()
  return (
    <div className="visually-hidden" aria-live="polite" aria-relevant="additions">
      {messages.slice(-3).map((message) => (
        <p key={message.seq}>
          <bdi>{name}</bdi>: <bdi>{excerpt(message)}</bdi>
        </p>
      ))}
    </div>
  )
}
