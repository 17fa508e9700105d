import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { routes } from '#shared/routing/routes.ts'
import { calmMs, isBusyPage, whenFree } from './when-free.ts'

/** What of a page decides whether its member is busy. */
class FakePage extends EventTarget {
  hidden = false
  dialog = false
  field = false
  querySelector = () => (this.dialog ? {} : null)
  activeElement = { matches: () => this.field }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start(busy: Partial<Pick<FakePage, 'hidden' | 'dialog' | 'field'>> = {}) {
  const page = Object.assign(new FakePage(), busy)
  const left = new AbortController()
  const free = vi.fn()
  void whenFree(page, left.signal).then(free)
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  return { page, left, free, pass }
}

describe('a moment', () => {
  it('comes after a short calm on a page where the member does nothing else', async () => {
    const { free, pass } = start()
    await pass(calmMs - 1)
    expect(free).not.toHaveBeenCalled()
    await pass(1)
    expect(free).toHaveBeenCalledOnce()
  })

  it.each([
    ['field', 'focusout'],
    ['dialog', 'close'],
    ['hidden', 'visibilitychange'],
  ] as const)('waits while there is a %s, and comes once that is over', async (what, change) => {
    const { page, free, pass } = start({ [what]: true })
    await pass(60_000)
    expect(free).not.toHaveBeenCalled()
    page[what] = false
    page.dispatchEvent(new Event(change))
    await pass(calmMs)
    expect(free).toHaveBeenCalledOnce()
  })

  it('starts its calm again with each press', async () => {
    const { page, free, pass } = start()
    for (let presses = 0; presses < 5; presses += 1) {
      await pass(calmMs - 1)
      page.dispatchEvent(new Event('pointerup'))
    }
    expect(free).not.toHaveBeenCalled()
    await pass(calmMs)
    expect(free).toHaveBeenCalledOnce()
  })

  it('never comes once the page was left', async () => {
    const { page, left, free, pass } = start()
    left.abort()
    page.dispatchEvent(new Event('focusout'))
    await pass(60_000)
    expect(free).not.toHaveBeenCalled()
  })
})

it('nothing comes between on the pages of talks and in the cart', () => {
  const busy = Object.values(routes).filter(({ key }) => isBusyPage(key))
  expect(busy.map(({ path }) => path)).toEqual([
    '/anonymous-chat',
    '/anonymous-chat/:id',
    '/blind-dates',
    '/blind-dates/:id',
    '/cart',
  ])
})
