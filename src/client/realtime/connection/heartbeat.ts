import { timings } from '#shared/realtime/wire.ts'

type HeartbeatDeps = {
  ping(): void
  /** Called when no ping has been answered for so long that the connection counts as dead. */
  onSilence(): void
  /** The longest time from a ping to any frame. */
  answerMs?: number
}

/** `expect`: something was sent that has an answer; `probe`: the same with a ping. */
export type Heartbeat = { start(): void; received(): void; expect(): void; probe(): void; stop(): void }

const lastAnswerMs = timings.silenceMs - timings.pingIntervalMs

/**
 * Pings every 10 s and declares the connection dead after 25 s without a frame. It counts unanswered pings, not only time: a
 * hidden tab's timers sleep for a minute, and without a ping silence means nothing.
 */
export function createHeartbeat({ ping, onSilence, answerMs = lastAnswerMs }: HeartbeatDeps): Heartbeat {
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
  const expect = () => {
    deadline ??= setTimeout(() => {
      stop()
      onSilence()
    }, answerMs)
  }
  const probe = () => {
    ping()
    expect()
  }
  return {
    received,
    stop,
    expect,
    probe,
    start() {
      stop()
      interval = setInterval(probe, timings.pingIntervalMs)
    },
  }
}
