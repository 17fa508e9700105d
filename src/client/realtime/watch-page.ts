type Sleeper = { sleep(): void; wake(): void }

type Targets = { page?: EventTarget & { visibilityState?: string }; view?: EventTarget }

/**
 * Informs the connection when the page is hidden for good and when it is back. A page in the back/forward cache or a frozen one
 * must keep no socket: it would answer nothing, and keep the member present. Returns the clean-up.
 */
export function watchPage({ sleep, wake }: Sleeper, { page = document, view = window }: Targets = {}): () => void {
  const onVisible = () => {
    if (page.visibilityState === 'visible') wake()
  }
  const listeners = [
    [page, 'visibilitychange', onVisible],
    [page, 'freeze', sleep],
    [page, 'resume', wake],
    [view, 'pagehide', sleep],
    [view, 'pageshow', wake],
    [view, 'online', wake],
    [view, 'offline', wake],
  ] as const
  for (const [target, name, listener] of listeners) target.addEventListener(name, listener)
  return () => {
    for (const [target, name, listener] of listeners) target.removeEventListener(name, listener)
  }
}
