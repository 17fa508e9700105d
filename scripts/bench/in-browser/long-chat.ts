/** Functions that measurements/long-chat.ts runs in the page. Each is sent there as text, so it must use nothing from outside. */

declare global {
  interface Window {
    opening: Opening
  }
}

/** Since the start of the navigation, in ms; 0 until it has happened. */
export type Opening = { visibleMs: number; liveMs: number }
/**
 * Times of pages, gaps between frames and durations of long tasks, in ms; the largest numbers of messages and elements
 * in the document.
 */
export type Climb = { pages: number[]; frames: number[]; tasks: number[]; messages: number; elements: number }

/** Records when the newest message is in view, and when the page responds. */
export function watchOpening(): void {
  // In a page just opened in the background, frames may be a second late.
  const lookAgainMs = 5
  const opening: Opening = { visibleMs: 0, liveMs: 0 }
  window.opening = opening
  const look = () => {
    const box = [...document.querySelectorAll('[role=log] [data-seq]')].at(-1)?.getBoundingClientRect()
    if (opening.visibleMs === 0 && box && box.height > 0 && box.top < innerHeight) opening.visibleMs = performance.now()
    if (opening.liveMs === 0 && document.querySelector('html[data-hydrated]')) opening.liveMs = performance.now()
    if (opening.visibleMs === 0 || opening.liveMs === 0) setTimeout(look, lookAgainMs)
  }
  look()
}

export function openingOf(): Opening | null {
  const { opening } = window
  return opening.visibleMs > 0 && opening.liveMs > 0 ? opening : null
}

/** Jumps to the top until no earlier message is left; each jump loads a page of history. */
export async function climbToTop(patienceMs: number): Promise<Climb> {
  const box = document.querySelector('[role=log]')
  if (!box) throw new Error('There is no log on this page')
  const climb: Climb = { pages: [], frames: [], tasks: [], messages: 0, elements: 0 }
  const observer = new PerformanceObserver((list) => climb.tasks.push(...list.getEntries().map(({ duration }) => duration)))
  observer.observe({ entryTypes: ['longtask'] })
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
  const firstSeq = () => Number(box.querySelector('[data-seq]')?.getAttribute('data-seq'))
  let last = await frame()
  while (firstSeq() > 1) {
    const before = firstSeq()
    const startedAt = performance.now()
    while (firstSeq() === before) {
      // Jumps again in every frame, like a turning wheel, because a new page of history restores the reader's position.
      box.scrollTo({ top: -box.scrollHeight, behavior: 'instant' })
      if (performance.now() - startedAt > patienceMs) throw new Error(`No page before ${before}`)
      const now = await frame()
      climb.frames.push(now - last)
      last = now
    }
    climb.pages.push(performance.now() - startedAt)
    climb.messages = Math.max(climb.messages, box.querySelectorAll('li').length)
    climb.elements = Math.max(climb.elements, document.querySelectorAll('*').length)
  }
  observer.disconnect()
  return climb
}
