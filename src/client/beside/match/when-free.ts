import { routes } from '#shared/routing/routes.ts'
import { isFieldTypedIn } from '#client/pwa/busy.ts'

/** Pages on which nothing may come between: a talk or the wait for one, and paying. */
const busyPages: ReadonlySet<string> = new Set([
  routes.anonymousChat.key,
  routes.anonymousChatRoom.key,
  routes.blindDates.key,
  routes.blindDate.key,
  routes.cart.key,
])

/** `page`: its route's key. */
export const isBusyPage = (page: string): boolean => busyPages.has(page)

/** Whether a page shows this match, or its conversation. */
export function isMatchPage(page: string, url: string, conversation: string): boolean {
  const showsMatches = page === routes.messages.key || page === routes.likes.key
  return showsMatches && new URLSearchParams(url.split('?')[1]).get('chat') === conversation
}

/** Controls into which a member types. */
const typedInto =
  'textarea, select, [contenteditable], input:not([type="radio"], [type="checkbox"], [type="button"], [type="submit"])'

/** Something open over the page, or the camera, before which a challenge runs. `:is` skips what an older browser does not know. */
const inTheWay = ':is(dialog[open], :popover-open, video)'

/** What of a document decides it. */
type Page = Pick<Document, 'hidden' | 'addEventListener'> & {
  querySelector(selector: string): object | null
  activeElement: { matches(selector: string): boolean } | null
}

/** True if there is a text that is neither sent nor saved: the first message of a match would leave the page. */
const isTextBegun = () => [...document.querySelectorAll('textarea')].some(isFieldTypedIn)

/** True while the member looks at this page, has nothing open over it, and writes nothing. */
export function isFree(page: Page, hasText = isTextBegun): boolean {
  if (page.hidden || page.querySelector(inTheWay)) return false
  return page.activeElement?.matches(typedInto) !== true && !hasText()
}

/** What may end, or begin, something that keeps a member busy. `close`: of a dialog; it does not bubble. */
const changes = [
  'focusin',
  'focusout',
  'visibilitychange',
  'close',
  'pointerdown',
  'pointermove',
  'pointerup',
  'keydown',
  'keyup',
  'scroll',
] as const

/** A pause between two presses is no end: so long nothing has happened. */
export const calmMs = 800

/** Resolves once the member has been free for a moment; never after `signal`. */
export function whenFree(page: Page, signal: AbortSignal, hasText?: () => boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let timer: ReturnType<typeof setTimeout>
  const end = new AbortController()
  const ended = AbortSignal.any([signal, end.signal])
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (ended.aborted || !isFree(page, hasText)) return
      end.abort()
      resolve()
    }, calmMs)
  }
  for (const change of changes) page.addEventListener(change, wait, { capture: true, passive: true, signal: ended })
  ended.addEventListener('abort', () => clearTimeout(timer))
  wait()
  return promise
}

type Loading<Value> = {
  load: () => Promise<Value>
  /** Resolves once it is worth trying again what has failed. */
  lineBack: (signal: AbortSignal) => Promise<void>
}

/**
 * Returns what `load` gives while the member is free. Who has become busy meanwhile gets it later, and loaded again: it may have
 * changed. What fails is loaded again once the line is back. Never resolves after `signal`, except for a load that has begun.
 */
export async function loadWhenFree<Value>(
  page: Page,
  { load, lineBack }: Loading<Value>,
  signal: AbortSignal,
  hasText?: () => boolean,
): Promise<Value> {
  for (;;) {
    await whenFree(page, signal, hasText)
    const end = new AbortController()
    // Listens from before the load: the line may be back before its failure is known.
    const isBack = lineBack(AbortSignal.any([signal, end.signal]))
    try {
      const value = await load()
      if (signal.aborted || isFree(page, hasText)) return value
    } catch {
      await isBack
    } finally {
      end.abort()
    }
  }
}
