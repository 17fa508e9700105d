import { afterEach, expect, it, vi } from 'vitest'
import { brokenStore, memoryStore } from '#test/support/stores.ts'
import { readSoundChoice, saveSoundChoice, soundFiles } from './sound-choice.ts'

const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
afterEach(() => {
  logged.mockClear()
  warned.mockClear()
})

const holding = (value: string | null) => memoryStore(value === null ? {} : { notifyID: value })

it('the files stand in the order of the spec', () => {
  expect(Object.values(soundFiles).map((path) => path.split('/').at(-1))).toEqual([
    'uvedomlenie10.mp3',
    'uvedomlenie14.mp3',
    'notification.mp3',
  ])
})

it('is what was chosen, and the first before anything was', () => {
  expect(['1', '2', '3', null].map((value) => readSoundChoice(holding(value)))).toEqual([1, 2, 3, 1])
  expect([logged.mock.calls, warned.mock.calls]).toEqual([[], []])
})

it('that cannot be read is logged, and the first plays', () => {
  expect([readSoundChoice(holding('{')), readSoundChoice(holding('')), readSoundChoice(brokenStore)]).toEqual([1, 1, 1])
  expect(logged).toHaveBeenCalledTimes(3)
  expect(warned).not.toHaveBeenCalled()
})

it.each(['4', '0', '"2"', 'null', '1.5', '[1]'])('%s is warned of as unknown, and the first plays', (stored) => {
  expect(readSoundChoice(holding(stored))).toBe(1)
  expect(warned).toHaveBeenCalledOnce()
  expect(logged).not.toHaveBeenCalled()
})

it('is kept where the next page finds it', () => {
  const store = memoryStore()
  expect(saveSoundChoice(3, store)).toBe(true)
  expect([store.read('notifyID'), readSoundChoice(store)]).toEqual(['3', 3])
  expect(saveSoundChoice(2, brokenStore)).toBe(false)
})
