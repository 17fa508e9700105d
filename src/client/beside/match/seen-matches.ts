import { optional } from '#ui/browser/optional.ts'

/**
 * Conversations of matches whose moment was shown in a window of this browser, as far as this page was open then. The server
 * knows it, too, but a page does not ask again.
 */
export function createSeenMatches() {
  const seen = new Set<string>()
  const others = optional(() => new BroadcastChannel('seen-matches'))
  others?.addEventListener('message', ({ data }) => void (typeof data === 'string' && seen.add(data)))
  return {
    has: (conversation: string): boolean => seen.has(conversation),
    add(conversation: string): void {
      seen.add(conversation)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel of this origin has none
      others?.postMessage(conversation)
    },
  }
}
