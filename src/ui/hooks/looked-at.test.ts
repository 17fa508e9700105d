import { afterEach, expect, test, vi } from 'vitest'
import { isLookedAt, onLookedAt } from './looked-at.ts'

afterEach(() => void vi.unstubAllGlobals())

function stubWindow({ hidden, focused }: { hidden: boolean; focused: boolean }) {
  const page = Object.assign(new EventTarget(), { hidden, hasFocus: () => focused })
  const view = new EventTarget()
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', view.addEventListener.bind(view))
  return { page, view }
}

test.each([
  ['visible with the focus', false, true, true],
  ['visible beside another window', false, false, false],
  ['hidden', true, false, false],
  ['hidden with the focus, as a tab that is being closed', true, true, false],
])('a window that is %s', (_, hidden, focused, expected) => {
  stubWindow({ hidden, focused })
  expect(isLookedAt()).toBe(expected)
})

test('says when that may have changed, until it is over', async () => {
  const { page, view } = stubWindow({ hidden: false, focused: false })
  const listener = vi.fn()
  const end = new AbortController()
  onLookedAt(listener, end.signal)
  page.dispatchEvent(new Event('visibilitychange'))
  view.dispatchEvent(new Event('focus'))
  view.dispatchEvent(new Event('blur'))
  await Promise.resolve()
  expect(listener).toHaveBeenCalledTimes(3)
  end.abort()
  view.dispatchEvent(new Event('focus'))
  await Promise.resolve()
  expect(listener).toHaveBeenCalledTimes(3)
})
