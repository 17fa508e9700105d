/**
 * The analytics library's function and the queue that stands in for it while it loads. `callMethod` comes with the library.
 */
type Pixel = ((...call: unknown[]) => void) & {
  queue: unknown[][]
  callMethod?: (...call: unknown[]) => void
  push: unknown
  loaded: boolean
  version: string
}

declare global {
  interface Window {
    fbq?: Pixel
  }
}

const library = 'https://connect.facebook.net/en_US/fbevents.js'

/** Reports an event; a warning where the library is absent, for example because the browser blocks it (spec §8). */
export function track(event: string): void {
  if (window.fbq?.callMethod) window.fbq('track', event)
  else console.warn('Facebook Pixel not loaded yet.')
}

/** Loads the library for this id, and reports the page once it is there. */
export function startPixel(id: string): void {
  if (window.fbq) return
  const pixel: Pixel = Object.assign(
    (...call: unknown[]) => {
      if (pixel.callMethod) pixel.callMethod(...call)
      else pixel.queue.push(call)
    },
    { queue: [], push: null, loaded: true, version: '2.0' },
  )
  pixel.push = pixel
  // The library looks for either name.
  Object.assign(window, { fbq: pixel, _fbq: pixel })
  // It reports pages and nothing else: by default it would also watch buttons and read what pages say about themselves.
  pixel('set', 'autoConfig', false, id)
  pixel('init', id)
  const script = document.createElement('script')
  script.async = true
  script.src = library
  for (const end of ['load', 'error']) script.addEventListener(end, () => track('PageView'))
  document.head.append(script)
}
