import { createContext, use, type ReactNode } from 'react'
import type { Bootstrap } from '../bootstrap.ts'

export type PageValue = Pick<
  Bootstrap,
  | 'viewer'
  | 'params'
  | 'url'
  | 'timeZone'
  | 'now'
  | 'flash'
  | 'config'
  | 'page'
  | 'error'
  | 'isFromElsewhere'
  | 'locales'
  | 'pixel'
  | 'realtimeToken'
>

const PageContext = createContext<PageValue | null>(null)

export function PageProvider({ value, children }: { value: PageValue; children: ReactNode }) {
  return <PageContext value={value}>{children}</PageContext>
}

/** Returns the facts of the page on screen: the same on the server and at hydration, so the two cannot differ. */
export function usePage(): PageValue {
  const page = use(PageContext)
  if (!page) throw new Error('No PageProvider')
  return page
}

/** Returns the values and errors of a refused form named `form`, or null. */
export function useFlash(form: string) {
  const { flash } = usePage()
  return flash?.form === form ? flash : null
}
