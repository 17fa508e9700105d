import { timings } from '#shared/realtime/wire.ts'

type HeartbeatDeps = {
  ping(): void
  /** Pings stayed unanswered for so long that the line is dead. */
  onSilence(): void
}

export type Heartbeat = { start(): void; received(): void; probe(): void; stop(): void }

/**
 * Pings every 10 s and calls the line dead when 25 s went by without a frame. Judged by unanswered pings, not by time
 * alone: a hidden tab's timers sleep for a minute, and a line that was never asked is not silent.
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
