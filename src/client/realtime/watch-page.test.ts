import { expect, it } from 'vitest'
import { watchPage } from './watch-page.ts'

function setUp() {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const view = new EventTarget()
  const told: string[] = []
  const stop = watchPage({ sleep: () => told.push('sleep'), wake: () => told.push('wake') }, { page, view })
  return { page, view, told, stop }
}

it('puts the connection to sleep with the page and wakes it with it', () => {
  const { page, view, told } = setUp()
  view.dispatchEvent(new Event('pagehide'))
  view.dispatchEvent(new Event('pageshow'))
  page.dispatchEvent(new Event('freeze'))
  page.dispatchEvent(new Event('resume'))
  expect(told).toEqual(['sleep', 'wake', 'sleep', 'wake'])
})

it('checks the connection when the network comes or goes and when the page is visible, not when it is hidden', () => {
  const { page, view, told } = setUp()
  view.dispatchEvent(new Event('offline'))
  view.dispatchEvent(new Event('online'))
  page.dispatchEvent(new Event('visibilitychange'))
  expect(told).toEqual(['wake', 'wake', 'wake'])
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(told).toHaveLength(3)
})

it('reacts to nothing more once it is stopped', () => {
  const { page, view, told, stop } = setUp()
  stop()
  view.dispatchEvent(new Event('online'))
  page.dispatchEvent(new Event('freeze'))
  expect(told).toEqual([])
})
