import { describe, expect, test } from 'vitest'
import { createMessageReader, packMessages } from './packed-messages.ts'

const files = {
  common: { title: 'Їжак\nз пробілом', likes: { one: '{{n}} like', other: '{{n}} likes' } },
  legal: { terms: 'Terms' },
}
const toData = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer

describe('packed messages', () => {
  const read = createMessageReader({ uk: toData(packMessages(files)) })

  test('every namespace comes out as it went in, and is parsed once', async () => {
    expect(await read('uk', 'common')).toEqual(files.common)
    expect(await read('uk', 'legal')).toEqual(files.legal)
    expect(await read('uk', 'common')).toBe(await read('uk', 'common'))
  })

  test('a namespace or a locale that is not there is refused', async () => {
    await expect(read('uk', 'chat')).rejects.toThrow('no such file')
    await expect(read('de', 'common')).rejects.toThrow('no such file')
  })
})
