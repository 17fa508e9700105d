import { BrokenFile, ByteReader, ForeignCodec } from './byte-reader.ts'
import { joinBytes } from '#shared/bytes/join-bytes.ts'
import { opusRate, readOpusHead, toOpusPacket } from './opus.ts'
import { requireCount, type Recording } from './recording.ts'

const pageFlags = { continued: 1, first: 2, last: 4 } as const

type Page = { flags: number; serial: number; lacing: Uint8Array; body: ByteReader }

/** Reads the Opus packets of the first stream of an Ogg file (RFC 3533, RFC 7845). Nothing behind its last page is read. */
export function readOgg(bytes: Uint8Array): Recording {
  const [head, tags, ...packets] = readPackets(new ByteReader(bytes))
  if (!head || !tags || new ByteReader(tags).ascii(8) !== 'OpusTags') throw new BrokenFile('No Opus headers')
  return { codec: 'opus', rate: opusRate, ...readOpusHead(head), packets: packets.map(toOpusPacket) }
}

function readPackets(file: ByteReader): Uint8Array[] {
  const packets: Uint8Array[] = []
  let serial: number | null = null
  let open: Uint8Array[] = []
  for (;;) {
    const page = readPage(file)
    const isFirst = serial === null
    serial ??= page.serial
    if (page.serial !== serial) throw new ForeignCodec('Several streams')
    const isContinued = (page.flags & pageFlags.continued) !== 0
    if (isContinued !== open.length > 0 || isFirst !== ((page.flags & pageFlags.first) !== 0))
      throw new BrokenFile('A page is missing')
    for (const length of page.lacing) {
      open.push(page.body.take(length))
      if (length === 255) continue
      packets.push(joinBytes(open))
      open = []
      // Two of them are headers.
      requireCount(packets.length - 2)
    }
    if (page.flags & pageFlags.last) break
  }
  if (open.length > 0) throw new BrokenFile('The last packet is not complete')
  return packets
}

function readPage(file: ByteReader): Page {
  if (file.ascii(4) !== 'OggS' || file.u8() !== 0) throw new BrokenFile('Not a page')
  const flags = file.u8()
  // Its position in the stream.
  file.skip(8)
  const serial = file.u32(true)
  // Its number and checksum.
  file.skip(8)
  const lacing = file.take(file.u8())
  return { flags, serial, lacing, body: new ByteReader(file.take(lacing.reduce((sum, length) => sum + length, 0))) }
}
