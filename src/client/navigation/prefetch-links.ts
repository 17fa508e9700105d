import { savesData } from './save-data.ts'

/** Fetches the public pages whose links come into view (spec §4), unless the connection is slow or metered. */
export function prefetchVisibleLinks(): void {
  if (savesData()) return
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLAnchorElement)) continue
      seen.unobserve(target)
      const hint = document.createElement('link')
      hint.rel = 'prefetch'
      hint.href = target.href
      document.head.append(hint)
    }
  })
  for (const link of document.links) {
    if (
      link instanceof HTMLAnchorElement &&
      link.origin === location.origin &&
      link.pathname !== location.pathname &&
      !link.target
    )
      seen.observe(link)
  }
}
