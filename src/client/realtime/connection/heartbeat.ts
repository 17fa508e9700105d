import { timings } from '#shared/realtime/wire.ts'

type HeartbeatDeps = {
  ping(): void
  /** Called when no ping has been answered for so long that the connection counts as dead. */
  onSilence(): void
}

export type Heartbeat = { start(): void; received(): void; probe(): void; stop(): void }

/**
 * Pings every 10 s and declares the connection dead after 25 s without a frame. It counts unanswered pings, not only time: a
 * hidden tab's timers sleep for a minute, and without a ping silence means nothing.
 */
export function createHeartbeat({ ping, onSilence }: HeartbeatDeps): Heartbeat {
  const answerMs = timings.silenceMs - timings.pingIntervalMs
  let interval: ReturnType<typeof setInterval> | undefined
  let deadline: ReturnType<typeof setTimeout> | undefined

  const received = () => {
    clearTimeout(deadline)
    deadline = undefined
  }
  const stop = () => {
    clearInterval(interval)
    received()
  }
  const probe = () => {
    ping()
    deadline ??= setTimeout(() => {
      stop()
      onSilence()
    }, answerMs)
  }
  return {
    received,
    stop,
    probe,
    start() {
      stop()
      interval = setInterval(probe, timings.pingIntervalMs)
    },
  }
}
