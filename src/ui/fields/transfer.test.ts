import { describe, expect, it } from 'vitest'
import { readTransfer } from './transfer.ts'

/** A fake clipboard: Node has files, but no `DataTransfer`. */
function transfer(data: Record<string, string>, ...names: string[]) {
  const files = names.map((name) => new File(['x'], name))
  return readTransfer({
    getData: (type) => data[type] ?? '',
    files: Object.assign(files, { item: (at: number) => files[at] ?? null }),
  })
}

describe('what is pasted', () => {
  it('is text where there is text, whatever lies beside it', () => {
    const cells = { 'text/plain': 'Saturday\t18:00', 'text/html': '<table><tr><td>Saturday<td>18:00</table>' }
    for (const beside of [[], ['image.png'], ['letter.pdf'], ['image.png', 'letter.rtf']])
      expect(transfer(cells, ...beside), beside.join()).toEqual({ kind: 'text', text: cells['text/plain'] })
    expect(transfer({ 'text/plain': '/', 'text/uri-list': '' }, 'image.png').kind).toBe('text')
  })

  it('is the file where the text only names it', () => {
    const named: Record<string, string>[] = [
      {},
      { 'text/plain': ' \n' },
      { 'text/plain': 'photo.jpg' },
      { 'text/plain': '/home/ann/photo.jpg' },
      { 'text/plain': 'file:///home/ann/photo.jpg\r\n' },
      { 'text/plain': 'https://example.org/a?b', 'text/uri-list': 'https://example.org/a?b' },
      { 'text/html': '<img src="https://example.org/photo.jpg">' },
    ]
    for (const data of named) expect(transfer(data, 'photo.jpg').kind, JSON.stringify(data)).toBe('files')
    expect(transfer({ 'text/plain': 'a.jpg\nb.jpg' }, 'a.jpg', 'b.jpg').kind).toBe('files')
  })

  it('is an address where somebody copied one', () => {
    expect(transfer({ 'text/plain': 'https://example.org', 'text/uri-list': 'https://example.org' }).kind).toBe('text')
    expect(transfer({}).kind).toBe('nothing')
  })
})
