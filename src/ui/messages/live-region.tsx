import type { WireMessage } from '#shared/realtime/wire.ts'

type LiveRegionProps = { messages: readonly WireMessage[]; name: string; excerpt: (message: WireMessage) => string }

/** Announces the partner's new messages to screen readers, each once; other changes of the log stay silent. */
export function LiveRegion({ messages, name, excerpt }: LiveRegionProps) {
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
