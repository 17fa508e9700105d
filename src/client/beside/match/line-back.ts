import type { Realtime } from '#shared/realtime/realtime.tsx'

/** Resolves at the next sign that the line is back: the network, or the member's channel joined again. Never after `signal`. */
export function lineBack(realtime: Pick<Realtime, 'onJoined'> | null, network: EventTarget, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  network.addEventListener('online', () => resolve(), { signal })
  const stop = realtime?.onJoined((channel) => channel.startsWith('private-') && resolve())
  signal.addEventListener('abort', () => stop?.())
  return promise
}
