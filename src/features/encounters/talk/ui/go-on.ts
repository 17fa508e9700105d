import { goTo } from '#ui/hooks/go-back.ts'

/**
 * Navigates from an effect. An effect of the first render runs before the router, whose navigation then loads no new document.
 */
export function goOn(address: string): void {
  void Promise.resolve().then(() => goTo(address))
}
