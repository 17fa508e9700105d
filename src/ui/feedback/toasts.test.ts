import { expect, test } from 'vitest'
import { closeToast, onToast, showToast, type ToastCommand } from './toasts.ts'

test('what was said before anybody listened is told to the first who listens, in order and once', () => {
  showToast({ id: 'early', title: 'Kept' })
  closeToast('early')
  const heard: ToastCommand[] = []
  const stop = onToast((command) => heard.push(command))
  showToast({ id: 'now', title: 'Sent' })
  expect(heard).toEqual([{ show: { id: 'early', title: 'Kept' } }, { close: 'early' }, { show: { id: 'now', title: 'Sent' } }])

  stop()
  showToast({ id: 'between', title: 'Saved' })
  const next: ToastCommand[] = []
  onToast((command) => next.push(command))()
  expect(heard).toHaveLength(3)
  expect(next).toEqual([{ show: { id: 'between', title: 'Saved' } }])
})
