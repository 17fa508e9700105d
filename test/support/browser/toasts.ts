import type { Page } from '@playwright/test'

/**
 * Toasts last three seconds, which a busy machine may let pass between two looks: each page notes those that it has shown.
 * Called before the page opens; returns what it has shown so far.
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
