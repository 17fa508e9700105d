import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onToast, type ShownToast } from '#ui/feedback/toasts.ts'
import { canCopy, copyText } from './copy-text.ts'

let toasts: ShownToast[]
let stopHearing: () => void
beforeEach(() => {
  toasts = []
  stopHearing = onToast((said) => 'show' in said && toasts.push(said.show))
})
afterEach(() => {
  stopHearing()
  vi.unstubAllGlobals()
})
const words = { done: 'Copied', refused: 'Not now' }

test('outside a secure context nothing can be copied, and nothing offers it', () => {
  vi.stubGlobal('navigator', {})
  expect(canCopy()).toBe(false)
  vi.stubGlobal('navigator', { clipboard: {} })
  expect(canCopy()).toBe(true)
})

test('a copied text is said to be copied', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue()
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  await copyText('Tea?', words)
  expect(writeText).toHaveBeenCalledWith('Tea?')
  expect(toasts).toMatchObject([{ title: 'Copied', type: 'success' }])
})

test('a text that the browser refuses to copy is said not to be', async () => {
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) } })
  await copyText('Tea?', words)
  expect(toasts).toMatchObject([{ title: 'Not now', type: 'error' }])
})
