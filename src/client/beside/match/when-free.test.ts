import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { href } from '#shared/routing/href.ts'
import { routes, type Route } from '#shared/routing/routes.ts'
import type { Realtime } from '#shared/realtime/realtime.tsx'
import { channelName, type ChannelName } from '#shared/realtime/wire.ts'
import { lineBack } from './line-back.ts'
import { calmMs, isBusyPage, isMatchPage, loadWhenFree, whenFree } from './when-free.ts'

/** What of a page decides whether its member is busy. */
class FakePage extends EventTarget {
  hidden = false
  dialog = false
  field = false
  text = false
  camera = false
  querySelector = (selector: string) =>
    (this.dialog && selector.includes('dialog')) || (this.camera && selector.includes('video')) ? {} : null
  activeElement = { matches: () => this.field }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start(busy: Partial<Pick<FakePage, 'hidden' | 'dialog' | 'camera' | 'field' | 'text'>> = {}) {
  const page = Object.assign(new FakePage(), busy)
  const left = new AbortController()
  const free = vi.fn()
  void whenFree(page, left.signal, () => page.text).then(free)
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
    ['text', 'keyup'],
    ['camera', 'pointerup'],
  ] as const)('waits while there is a %s, and comes once that is over', async (what, change) => {
    const { page, free, pass } = start({ [what]: true })
    await pass(60_000)
    expect(free).not.toHaveBeenCalled()
    page[what] = false
    page.dispatchEvent(new Event(change))
    await pass(calmMs)
    expect(free).toHaveBeenCalledOnce()
  })

  it.each(['pointerup', 'pointermove', 'scroll', 'keydown'])('starts its calm again with each %s', async (change) => {
    const { page, free, pass } = start()
    for (let times = 0; times < 5; times += 1) {
      await pass(calmMs - 1)
      page.dispatchEvent(new Event(change))
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

const never = () => new Promise<void>(() => {})

it.each(['network', 'channel'] as const)('what fails is loaded again once the %s is back, and only then', async (sign) => {
  const network = new EventTarget()
  const joined = new Set<(channel: ChannelName, data: unknown) => void>()
  const realtime: Pick<Realtime, 'onJoined'> = {
    onJoined(listener) {
      joined.add(listener)
      return () => joined.delete(listener)
    },
  }
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue('it')
  const shown = vi.fn()
  const loading = { load, lineBack: (signal: AbortSignal) => lineBack(realtime, network, signal) }
  void loadWhenFree(new FakePage(), loading, new AbortController().signal, () => false).then(shown)
  await vi.advanceTimersByTimeAsync(60_000)
  for (const listener of joined) listener(channelName.conversation('c1'), null)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(load).toHaveBeenCalledOnce()
  if (sign === 'network') network.dispatchEvent(new Event('online'))
  else for (const listener of joined) listener(channelName.member('me'), null)
  await vi.advanceTimersByTimeAsync(calmMs)
  expect(shown).toHaveBeenCalledExactlyOnceWith('it')
  expect(joined.size).toBe(0)
})

it('a line that is back before the failure is known counts, too', async () => {
  const network = new EventTarget()
  const failing = Promise.withResolvers<string>()
  const load = vi.fn<() => Promise<string>>().mockReturnValueOnce(failing.promise).mockResolvedValue('it')
  const shown = vi.fn()
  const loading = { load, lineBack: (signal: AbortSignal) => lineBack(null, network, signal) }
  void loadWhenFree(new FakePage(), loading, new AbortController().signal, () => false).then(shown)
  await vi.advanceTimersByTimeAsync(calmMs)
  network.dispatchEvent(new Event('online'))
  failing.reject(new TypeError('Failed to fetch'))
  await vi.advanceTimersByTimeAsync(calmMs)
  expect(shown).toHaveBeenCalledExactlyOnceWith('it')
})

it('a member who begins to type while the moment loads has it afterwards, loaded again', async () => {
  const page = new FakePage()
  const loads: PromiseWithResolvers<string>[] = []
  const load = () => {
    const request = Promise.withResolvers<string>()
    loads.push(request)
    return request.promise
  }
  const shown = vi.fn()
  void loadWhenFree(page, { load, lineBack: never }, new AbortController().signal, () => page.text).then(shown)
  await vi.advanceTimersByTimeAsync(calmMs)
  page.field = true
  loads[0]?.resolve('old')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(shown).not.toHaveBeenCalled()
  page.field = false
  page.dispatchEvent(new Event('focusout'))
  await vi.advanceTimersByTimeAsync(calmMs)
  loads[1]?.resolve('new')
  await vi.advanceTimersByTimeAsync(0)
  expect(shown).toHaveBeenCalledExactlyOnceWith('new')
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

it('a page about the match needs no moment: its conversation, and its place among the matches', () => {
  const shows = (route: Route, chat: string) => isMatchPage(route.key, href(route, {}, { locale: 'uk', query: { chat } }), 'c1')
  expect([shows(routes.messages, 'c1'), shows(routes.likes, 'c1')]).toEqual([true, true])
  expect([shows(routes.messages, 'c2'), shows(routes.peopleNearby, 'c1')]).toEqual([false, false])
})
