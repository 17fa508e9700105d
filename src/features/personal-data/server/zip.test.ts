import { expect, it } from 'vitest'
import { checkedBy, entriesOf, writeArchive } from '#test/support/zip/readers.ts'
import { crc32 } from './crc32.ts'
import { centralDirectory, localHeader, zipSize } from './zip.ts'

const at = new Date(Date.UTC(2026, 10, 29, 13, 37, 42))
const bytesOf = (text: string) => new TextEncoder().encode(text)
const files = [
  ['index.html', bytesOf('<p>Привіт, Łukasz &amp; İpek 💌</p>'.repeat(2000))],
  ['data/empty.json', new Uint8Array()],
  ['data/Привіт.json', bytesOf('[]\n')],
  ['photos/a.webp', Uint8Array.from({ length: 100_000 }, (_, index) => (index * 7919) % 251)],
] as const

function archiveOf(list: readonly (readonly [string, Uint8Array])[]) {
  const entries = list.map(([name, bytes]) => ({ name, size: bytes.length, crc: crc32(bytes) }))
  const parts = [
    ...list.flatMap(([, bytes], index) => [localHeader(entries[index] ?? { name: '', size: 0, crc: 0 }, at), bytes]),
    centralDirectory(entries, at),
  ]
  return { entries, bytes: Uint8Array.from(parts.flatMap((part) => [...part])) }
}

it('is opened by other programs, with every name, length and checksum', async () => {
  const { entries, bytes } = archiveOf(files)
  expect(bytes.length).toBe(zipSize(entries))
  const path = writeArchive(bytes)
  expect(await entriesOf(path)).toEqual(files.map(([name, content]) => [name, content.length]))
  expect(checkedBy(path), 'install unzip or Python 3').not.toEqual([])
})

it('is refused by them once a byte has changed', async () => {
  const { bytes } = archiveOf(files)
  bytes[200] = (bytes[200] ?? 0) ^ 1
  expect(() => checkedBy(writeArchive(bytes))).toThrow()
})

it('has the checksum of the whole, however it is divided', () => {
  expect(crc32(bytesOf('123456789'))).toBe(0xcbf43926)
  const [, [, whole]] = [0, files[3]]
  expect(crc32(whole.subarray(1000), crc32(whole.subarray(0, 1000)))).toBe(crc32(whole))
})

it('needs nothing that only ZIP64 has', () => {
  const entry = { name: 'a', size: 0, crc: 0 }
  expect(zipSize([{ ...entry, size: 0xffff_ffff - 200 }])).not.toBeNull()
  expect(zipSize([{ ...entry, size: 0xffff_ffff }])).toBeNull()
  expect(zipSize(Array.from({ length: 0xffff }, () => entry))).toBeNull()
})
