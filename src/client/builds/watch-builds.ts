export type Build = { id: string; timestamp: number }

/** How often a tab asks for the newest build: while it is visible, and in the background. */
export const checkEveryMs = { visible: 5 * 60_000, hidden: 30 * 60_000 } as const
/** Windows gain focus often: at most one request in this time. */
const quietMs = 10_000

type WatchDeps = {
  /** The build that this document belongs to. */
  own: string
  /** Called after each check that finds another build than our own. */
  onOther: (build: Build) => void
  signal: AbortSignal
  /** The first request is due now. */
  isDue?: boolean
  fetchLatest?: () => Promise<Build | null>
  now?: () => number
  page?: Pick<Document, 'visibilityState'> & EventTarget
  target?: EventTarget
}

/** Polls `/builds/latest.json` (spec §4): by a timer that is slower in the background, on focus, and when the network is back. */
export function watchBuilds(deps: WatchDeps): void {
  const { own, onOther, signal, isDue = false, fetchLatest = askLatest, now = Date.now, page = document, target = window } = deps
  let timer: ReturnType<typeof setTimeout> | undefined
  let askedAt = now()

  const plan = () => {
    clearTimeout(timer)
    if (!signal.aborted)
      timer = setTimeout(() => void check(), checkEveryMs[page.visibilityState === 'hidden' ? 'hidden' : 'visible'])
  }
  const check = async () => {
    askedAt = now()
    const latest = await fetchLatest()
    if (signal.aborted) return
    if (latest !== null && latest.id !== own) onOther(latest)
    plan()
  }
  const checkSoon = () => {
    if (now() - askedAt >= quietMs) void check()
  }
  target.addEventListener('focus', checkSoon, { signal })
  target.addEventListener('online', () => void check(), { signal })
  page.addEventListener('visibilitychange', plan, { signal })
  signal.addEventListener('abort', () => clearTimeout(timer))
  if (isDue) void check()
  else plan()
}

/** The server's newest build; null without an answer. The query bypasses every cache (spec §7). */
async function askLatest(): Promise<Build | null> {
  if (!navigator.onLine) return null
  try {
    const response = await fetch(`/builds/latest.json?${Date.now()}`, { cache: 'no-store' })
    return response.ok ? ((await response.json()) as Build) : null
  } catch {
    return null
  }
}
