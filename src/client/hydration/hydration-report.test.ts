import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRootOptions } from './hydration-report.ts'

/** A document without elements, in which nothing is replaced. */
class Page extends EventTarget {
  activeElement = null
}

class IdleObserver {
  observe() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  vi.stubGlobal('MutationObserver', IdleObserver)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('what React misses is an error on a page that stays, and none on one that is being left', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  const page = new Page()
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  const { onRecoverableError } = createRootOptions(document)
  const error = new Error('The server could not finish this Suspense boundary')
  onRecoverableError?.(error, {})
  await Promise.resolve()
  expect(said).toHaveBeenCalledExactlyOnceWith('Hydration:', error)
  page.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  onRecoverableError?.(error, {})
  await Promise.resolve()
  expect(said).toHaveBeenCalledOnce()
})
