import type { Realtime } from '#shared/realtime/realtime.tsx'
import { followRealtime, type Live } from './follow-realtime.ts'

type Picture = Pick<HTMLImageElement, 'complete' | 'naturalWidth' | 'src' | 'dataset' | 'decode'>
type Page = EventTarget & { images: Iterable<Picture> }

/**
 * Marks pictures that could not be loaded: the sign of a broken picture gives way to their ground (base.css), and they are asked
 * for again when the connection is back. Browsers do neither.
 */
export function watchPictures(live: Live, signal: AbortSignal, page: Page = document): void {
  const follow = ({ type, target }: Event) => {
    const picture = [...page.images].find((each) => Object.is(each, target))
    if (picture && type === 'error') mark(picture)
    else delete picture?.dataset['broken']
  }
  // They do not bubble.
  for (const name of ['error', 'load']) page.addEventListener(name, follow, { capture: true, signal })
  let wasOpen = false
  const retry = (realtime: Realtime | null) => {
    const isOpen = realtime?.getStatus().state === 'open'
    if (isOpen && !wasOpen) for (const picture of page.images) if (picture.dataset['broken'] !== undefined) ask(picture)
    wasOpen = isOpen
  }
  followRealtime(live, signal, (realtime) => {
    retry(realtime)
    return realtime?.onStatus(() => retry(realtime))
  })
  // These may have failed before. A drawing can be whole and without a width of its own.
  for (const picture of page.images)
    if (picture.complete && picture.naturalWidth === 0 && picture.src !== '') picture.decode().catch(() => mark(picture))
}

function mark({ dataset }: Picture): void {
  dataset['broken'] = ''
}

/** Setting the same URL again makes a browser load it again. */
function ask(picture: Picture): void {
  const { src } = picture
  picture.src = src
}
