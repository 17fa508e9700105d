/** The analytics library's function, and the queue in its place while it loads. The library adds `callMethod`. */
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

/** Reports an event; warns if the library is missing, for example because the browser blocks it (spec §8). */
export function track(event: string): void {
  if (window.fbq?.callMethod) window.fbq('track', event)
  else console.warn('Facebook Pixel not loaded yet.')
}

/** Loads the library for this id, and reports the page once it is loaded. */
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
  // Limits reports to page views: by default it would also watch buttons and read the pages' metadata.
  pixel('set', 'autoConfig', false, id)
  pixel('init', id)
  const script = document.createElement('script')
  script.async = true
  script.src = library
  for (const end of ['load', 'error']) script.addEventListener(end, () => track('PageView'))
  document.head.append(script)
}
