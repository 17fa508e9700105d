/** A file of an archive: its name, its length in bytes and its CRC-32. */
export type ZipEntry = { name: string; size: number; crc: number }

/** From these on a file needs ZIP64, which not every reader knows: fields of 32 and of 16 bits. */
const maxBytes = 0xffff_ffff
const maxEntries = 0xffff

const localSize = 30
const centralSize = 46
const endSize = 22
/** Version 2.0 of the format; names are UTF-8 (bit 11); method 0 stores without compressing. */
const [version, utf8, stored] = [20, 1 << 11, 0]

const encoder = new TextEncoder()

/** Returns the length of the archive in bytes; null if it needs more than the plain format has. */
export function zipSize(entries: readonly ZipEntry[]): number | null {
  const size = entries.reduce(
    (sum, { name, size: bytes }) => sum + localSize + centralSize + 2 * encoder.encode(name).length + bytes,
    endSize,
  )
  return size < maxBytes && entries.length < maxEntries ? size : null
}

/** Returns what precedes a file's own bytes (APPNOTE 4.3.7). */
export function localHeader(entry: ZipEntry, at: Date): Uint8Array {
  const name = encoder.encode(entry.name)
  const header = new Uint8Array(localSize + name.length)
  const view = new DataView(header.buffer)
  view.setUint32(0, 0x04034b50, true)
  writeFacts(view, 4, { ...entry, nameLength: name.length }, at)
  header.set(name, localSize)
  return header
}

/** Returns what follows the last file: the central directory and its end (APPNOTE 4.3.12, 4.3.16). */
export function centralDirectory(entries: readonly ZipEntry[], at: Date): Uint8Array {
  const names = entries.map(({ name }) => encoder.encode(name))
  const size = names.reduce((sum, name) => sum + centralSize + name.length, 0)
  const directory = new Uint8Array(size + endSize)
  const view = new DataView(directory.buffer)
  let [position, offset] = [0, 0]
  for (const [index, entry] of entries.entries()) {
    const name = names[index] ?? new Uint8Array()
    view.setUint32(position, 0x02014b50, true)
    view.setUint16(position + 4, version, true)
    writeFacts(view, position + 6, { ...entry, nameLength: name.length }, at)
    view.setUint32(position + 42, offset, true)
    directory.set(name, position + centralSize)
    position += centralSize + name.length
    offset += localSize + name.length + entry.size
  }
  view.setUint32(position, 0x06054b50, true)
  view.setUint16(position + 8, entries.length, true)
  view.setUint16(position + 10, entries.length, true)
  view.setUint32(position + 12, size, true)
  view.setUint32(position + 16, offset, true)
  return directory
}

/** The 26 bytes that both kinds of header share: version, flags, method, time, CRC, the two sizes, lengths. */
function writeFacts(view: DataView, start: number, { size, crc, nameLength }: ZipEntry & { nameLength: number }, at: Date): void {
  view.setUint16(start, version, true)
  view.setUint16(start + 2, utf8, true)
  view.setUint16(start + 4, stored, true)
  view.setUint16(start + 6, (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1), true)
  view.setUint16(start + 8, ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(), true)
  view.setUint32(start + 10, crc, true)
  view.setUint32(start + 14, size, true)
  view.setUint32(start + 18, size, true)
  view.setUint16(start + 22, nameLength, true)
}
