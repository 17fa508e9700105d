import { afterEach, expect, test, vi } from 'vitest'
import { onRestored } from './on-restored.ts'

afterEach(() => vi.unstubAllGlobals())

test('a document that comes back is distinguished from one that is loaded, until it stops', () => {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  const show = (persisted: boolean) => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  const listen = vi.fn<() => void>()
  const stop = onRestored(listen)
  show(false)
  expect(listen, 'a first load, whose forms may be at work already').not.toHaveBeenCalled()
  show(true)
  show(true)
  expect(listen).toHaveBeenCalledTimes(2)
  stop()
  show(true)
  expect(listen).toHaveBeenCalledTimes(2)
})
