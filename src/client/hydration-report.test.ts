import { afterEach, expect, test, vi } from 'vitest'
import { createHydrationReport } from './hydration-report.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('what React misses is an error on a page that stays, and none on one that is being left', () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  const report = createHydrationReport()
  const error = new Error('The server could not finish this Suspense boundary')
  report(error)
  expect(said).toHaveBeenCalledExactlyOnceWith('Hydration:', error)
  page.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  report(error)
  expect(said).toHaveBeenCalledOnce()
})
