type Options = Parameters<Navigation['navigate']>[1]

/**
 * Navigates, and settles with that. It may be refused without a connection, or another one takes its place: neither is an
 * error of the page.
 */
export function navigate(navigation: Navigation, address: string, options?: Options): Promise<void> {
  return settled(navigation.navigate(address, options))
}

/** Settles when a navigation has ended, in either way. A rejection of either promise that nothing handles counts as uncaught. */
export async function settled({ committed, finished }: NavigationResult): Promise<void> {
  await Promise.allSettled([committed, finished])
}
