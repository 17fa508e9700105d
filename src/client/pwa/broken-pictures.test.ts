import { expect, it, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { idleLiveState, type ConnectionStatus, type Realtime } from '#shared/realtime/realtime.tsx'
import { watchPictures } from './broken-pictures.ts'

type State = 'loading' | 'whole' | 'broken' | 'drawing'

/** A picture that counts how often it was asked for. */
function picture(state: State) {
  const asked = vi.fn()
  return {
    asked,
    dataset: {} as Record<string, string>,
    complete: state !== 'loading',
    naturalWidth: state === 'whole' ? 320 : 0,
    decode: () => (state === 'broken' ? Promise.reject(new Error('EncodingError')) : Promise.resolve()),
    get src() {
      return '/photos/1.webp'
    },
    set src(_: string) {
      asked()
    },
  }
}

function setUp(...images: ReturnType<typeof picture>[]) {
  const [page, end] = [Object.assign(new EventTarget(), { images }), new AbortController()]
  let [state, listen]: [ConnectionStatus['state'], () => void] = ['opening', () => {}]
  const realtime = {
    getStatus: () => ({ state, notice: null }),
    onStatus: (listener: () => void) => {
      listen = listener
      return () => (listen = () => {})
    },
  }
  const live = createStore(() => ({ ...idleLiveState, realtime: realtime as unknown as Realtime }))
  watchPictures(live, end.signal, page)
  const happen = (type: 'load' | 'error', target: object) =>
    page.dispatchEvent(Object.defineProperty(new Event(type), 'target', { value: target }))
  const isMarked = () => images.map(({ dataset }) => 'broken' in dataset)
  const turn = (next: ConnectionStatus['state']) => {
    state = next
    listen()
  }
  const reconnect = () => (turn('opening'), turn('open'))
  return { happen, end, isMarked, turn, reconnect }
}

it('a picture that could not be loaded is marked, asked for again when connected, and no longer marked once it is there', () => {
  const [face, other] = [picture('loading'), picture('loading')]
  const { happen, isMarked, reconnect } = setUp(face, other)
  expect(isMarked()).toEqual([false, false])
  happen('error', face)
  happen('load', other)
  expect(isMarked()).toEqual([true, false])
  reconnect()
  expect([face.asked.mock.calls.length, other.asked.mock.calls.length]).toEqual([1, 0])
  happen('load', face)
  expect(isMarked()).toEqual([false, false])
  reconnect()
  expect(face.asked).toHaveBeenCalledOnce()
})

it('pictures that had failed before are found; whole ones, drawings and those on their way are none of them', async () => {
  const { isMarked } = setUp(picture('broken'), picture('whole'), picture('drawing'), picture('loading'))
  await vi.waitFor(() => expect(isMarked()).toEqual([true, false, false, false]))
})

it('nothing is marked or asked for any more after its end', () => {
  const face = picture('loading')
  const { happen, end, isMarked, reconnect } = setUp(face)
  happen('error', face)
  end.abort()
  reconnect()
  happen('load', face)
  expect([isMarked(), face.asked.mock.calls.length]).toEqual([[true], 0])
})
