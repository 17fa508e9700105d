import { optional } from './optional.ts'

type Options = Parameters<Navigation['navigate']>[1]

/**
 * Navigates, and resolves when that has ended. Without a connection the browser may refuse it, or another navigation may replace
 * it: neither is an error of the page.
 */
export function navigate(navigation: Navigation, address: string, options?: Options): Promise<void> {
  return settled(navigation.navigate(address, options))
}

/**
 * Resolves when a navigation has ended, successfully or not. Both promises are handled, because an unhandled rejection of either
 * counts as an uncaught error.
 */
export async function settled({ committed, finished }: NavigationResult): Promise<void> {
  await Promise.allSettled([committed, finished])
}

/** The Navigation API, if the browser supports it. */
export const findNavigation = (): Navigation | undefined => optional(() => window.navigation) ?? undefined
