import { routes } from '#shared/routing/routes.ts'

/** Pages on which nothing may come between: a talk or the wait for one, and paying. */
const busyPages: ReadonlySet<string> = new Set([
  routes.anonymousChat.key,
  routes.anonymousChatRoom.key,
  routes.blindDates.key,
  routes.blindDate.key,
  routes.cart.key,
])

export const isBusyPage = (page: string): boolean => busyPages.has(page)

/** Controls into which a member types. */
const typedInto =
  'textarea, select, [contenteditable], input:not([type="radio"], [type="checkbox"], [type="button"], [type="submit"])'

/** What of a document decides it. */
type Page = Pick<Document, 'hidden' | 'addEventListener'> & {
  querySelector(selector: string): object | null
  activeElement: { matches(selector: string): boolean } | null
}

/** True while the member looks at this page, has nothing open over it, and is not in a field. */
export function isFree(document: Page): boolean {
  if (document.hidden || document.querySelector('dialog[open], :popover-open')) return false
  return document.activeElement?.matches(typedInto) !== true
}

/** What may end, or begin, something that keeps a member busy. `close`: of a dialog; it does not bubble. */
const changes = ['focusin', 'focusout', 'visibilitychange', 'close', 'pointerup', 'keyup'] as const

/** A pause between two presses is no end: so long nothing has happened. */
export const calmMs = 800

/** Resolves once the member has been free for a moment; never after `signal`. */
export function whenFree(document: Page, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let timer: ReturnType<typeof setTimeout>
  const end = new AbortController()
  const ended = AbortSignal.any([signal, end.signal])
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (ended.aborted || !isFree(document)) return
      end.abort()
      resolve()
    }, calmMs)
  }
  for (const change of changes) document.addEventListener(change, wait, { capture: true, signal: ended })
  ended.addEventListener('abort', () => clearTimeout(timer))
  wait()
  return promise
}
