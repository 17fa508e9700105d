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
    for (const text of ['\u200b', '\ufeff \u00a0', '\u2060\n\u200e', '\u3164'])
      expect(transfer({ 'text/plain': text }, 'image.png').kind, JSON.stringify(text)).toBe('files')
    for (const path of [
      'C:\\Users\\ann\\my cat.png',
      '"C:\\Users\\ann\\my cat.png"',
      '\u202aC:\\Users\\ann\\my cat.png',
      '\\\\server\\share\\my cat.png',
      'file:///C:/Users/ann/my%20cat.png',
      "'/home/ann/my cat.png'",
    ])
      expect(transfer({ 'text/plain': path }, 'my cat.png').kind, path).toBe('files')
    expect(transfer({ 'text/plain': 'C:\\a.png\r\nC:\\b.png\r\n' }, 'a.png', 'b.png').kind).toBe('files')
    expect(transfer({ 'text/plain': '/home/ann/Zoe\u0308.png' }, 'Zo\u00eb.png').kind).toBe('files')
    expect(transfer({ 'text/plain': 'file:///home/ann/100%.png' }, '100%.png').kind).toBe('files')
    expect(transfer({ 'text/plain': 'C:\\Users\\ann\\dog.png' }, 'cat.png').kind).toBe('text')
    expect(transfer({ 'text/plain': '\u200b' }).kind).toBe('nothing')
    expect(transfer({ 'text/plain': 'a.jpg\nb.jpg' }, 'a.jpg', 'b.jpg').kind).toBe('files')
  })

  it('is an address where somebody copied one', () => {
    expect(transfer({ 'text/plain': 'https://example.org', 'text/uri-list': 'https://example.org' }).kind).toBe('text')
    expect(transfer({}).kind).toBe('nothing')
  })
})
