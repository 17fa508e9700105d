import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import type { IconName } from './icon-names.ts'
import { Icon } from './icon.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a name outside the sprite warns in the browser, in the words of spec §8', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  vi.stubGlobal('document', {})
  const stored: IconName = JSON.parse('"no-such-icon"')
  renderToString(<Icon name={stored} />)
  expect(warn).toHaveBeenCalledExactlyOnceWith('Icon no-such-icon not found')
})

test('a known name is drawn from the sprite without a word', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  vi.stubGlobal('document', {})
  expect(renderToString(<Icon name="heart" label="Like" />)).toMatch(/aria-label="Like".*href="\/icons\.svg\?\w+#heart"/)
  expect(warn).not.toHaveBeenCalled()
})
