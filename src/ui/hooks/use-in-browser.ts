import { useSyncExternalStore } from 'react'

const never = () => () => {}
const always = () => true

/** What is true of this browser, and stays so; false on the server and until its document has hydrated. */
export function useInBrowser(isTrue: () => boolean = always): boolean {
  return useSyncExternalStore(never, isTrue, () => false)
}
