/** What measurements/long-chat.ts runs in the page: each function is sent there as text, so it uses nothing from outside. */

declare global {
  interface Window {
    opening: Opening
  }
}

/** From the start of the navigation, in ms; 0 until it is so. */
export type Opening = { visibleMs: number; liveMs: number }
/** Times of pages, gaps between frames and durations of long tasks, in ms; messages and elements in the document at most. */
export type Climb = { pages: number[]; frames: number[]; tasks: number[]; messages: number; elements: number }

/** Notes when the newest message stands in the view, and when the page is alive. */
export function watchOpening(): void {
  // Frames of a page that was just opened may come a second late where nobody looks at them.
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

/** Jumps to the top of what is there until there is nothing earlier: each jump brings a page of history. */
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
      // Again with each frame, as a wheel turns on: what is being read is put back in its place when a page has come.
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
