type Ports = {
  /** Resolves to true if there is an answer that a retry would not change. */
  post: (seq: number) => Promise<boolean>
  /** Dispatches `online`. */
  page?: EventTarget
  isOffline?: () => boolean
  random?: () => number
}

const firstWaitMs = 1_000
const longestWaitMs = 30_000
/** Retries in a row, about three minutes; then the network, the next message or the next look starts again. */
const mostRepeats = 9

/**
 * Posts how far the viewer has seen a conversation; retries with growing delays. What was seen stays seen: retries continue after
 * leaving the conversation, and never claim more than was seen.
 */
export function createReadMarker({
  post,
  page = window,
  isOffline = () => !navigator.onLine,
  random = Math.random,
}: Ports): (seq: number) => void {
  let [seen, sent, repeats] = [0, 0, 0]
  let isBusy = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const run = async () => {
    clearTimeout(timer)
    timer = undefined
    while (seen > sent && !isBusy) {
      const seq = seen
      isBusy = true
      const isAnswered = await post(seq)
      isBusy = false
      if (!isAnswered) return wait()
      sent = seq
      repeats = 0
      page.removeEventListener('online', again)
    }
  }
  const wait = () => {
    page.addEventListener('online', again)
    if (isOffline() || repeats === mostRepeats) return
    const pauseMs = Math.min(longestWaitMs, firstWaitMs * 2 ** repeats)
    repeats += 1
    timer = setTimeout(run, pauseMs * (1 + random() / 2))
  }
  const again = () => {
    repeats = 0
    void run()
  }
  return (seq) => {
    if (seq > seen) seen = seq
    // New messages must not cause earlier requests to a busy server.
    if (timer === undefined) void run()
  }
}
