import { expect, test } from 'vitest'
import { closeToast, onToast, showRefusal, showToast, type ToastCommand } from './toasts.ts'

test('toasts from before there is a listener go to the first one, in order and once', () => {
  showToast({ id: 'early', title: 'Kept' })
  closeToast('early')
  const heard: ToastCommand[] = []
  const stop = onToast((command) => heard.push(command))
  showToast({ id: 'now', title: 'Sent' })
  expect(heard).toEqual([
    { show: { id: 'early', fold: false, title: 'Kept' } },
    { close: 'early' },
    { show: { id: 'now', fold: false, title: 'Sent' } },
  ])

  stop()
  showToast({ id: 'between', title: 'Saved' })
  const next: ToastCommand[] = []
  onToast((command) => next.push(command))()
  expect(heard).toHaveLength(3)
  expect(next).toEqual([{ show: { id: 'between', fold: false, title: 'Saved' } }])
})

/** The toasts shown while `say` runs. */
function shownBy(say: () => void) {
  const heard: ToastCommand[] = []
  const stop = onToast((command) => heard.push(command))
  say()
  stop()
  return heard.flatMap((command) => ('show' in command ? [command.show] : []))
}

test('words without an id of their own are counted on those that stand', () => {
  const shown = shownBy(() => {
    showToast({ title: 'Offline' })
    showToast({ title: 'Offline' })
  })
  expect(shown.map(({ fold }) => fold)).toEqual([true, true])
  expect(new Set(shown.map(({ id }) => id)).size).toBe(2)
})

test('what the server refused is said with its code', () => {
  expect(shownBy(() => showRefusal({ code: 'quota', message: 'Later' }))).toMatchObject([{ title: 'Later', code: 'quota' }])
})
