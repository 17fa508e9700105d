import type { WireMessage } from '#shared/realtime/wire.ts'
import { useExcerpt } from '../log/use-excerpt.ts'

/** Says new messages of the other one aloud, each once; everything else that comes into the log stays quiet. */
export function LiveRegion({ messages, name }: { messages: readonly WireMessage[]; name: string }) {
  const excerpt = useExcerpt()
  return (
    <div className="visually-hidden" aria-live="polite" aria-relevant="additions">
      {messages.slice(-3).map((message) => (
        <p key={message.seq}>
          {name}: {excerpt(message)}
        </p>
      ))}
    </div>
  )
}
