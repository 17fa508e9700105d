import type { Page } from '@playwright/test'

/**
 * Toasts last three seconds, which may pass between two checks on a busy machine, so each page records those that it has shown.
 * Call it before the page opens; returns what it has shown so far.
 */
export async function noteToasts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const shown = new Set<string>()
    Object.assign(window, { shownToasts: shown })
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('[data-sonner-toast]')) if (toast.textContent) shown.add(toast.textContent)
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  return () => page.evaluate(() => [...(Reflect.get(window, 'shownToasts') as Set<string>)])
}

/**
 * Keeps all toasts of a page from ageing, as if somebody were reading them, until the returned function is called. Call it before
 * the page opens.
 */
export async function holdToasts(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const attend = () =>
      document.querySelector('[data-toasts]')?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
    const watch = new MutationObserver((changes) => {
      if (changes.some(({ target }) => target instanceof Element && target.closest('[data-toasts]'))) attend()
    })
    watch.observe(document, { childList: true, subtree: true })
    Object.assign(window, { releaseToasts: () => watch.disconnect() })
  })
  return () =>
    page.evaluate(() => {
      const release: unknown = Reflect.get(window, 'releaseToasts')
      if (typeof release === 'function') release()
      document.documentElement.dispatchEvent(new PointerEvent('pointerleave'))
    })
}
