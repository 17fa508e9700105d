import { BrokenFile, ByteReader } from './byte-reader.ts'

/** A box of an MP4 file (ISO/IEC 14496-12, 4.2). `start`: where its header begins in what was read. */
export type Box = { type: string; start: number; contentAt: number; content: Uint8Array }

export function readBoxes(bytes: Uint8Array): Box[] {
  const reader = new ByteReader(bytes)
  const boxes: Box[] = []
  while (reader.left > 0) {
    const start = reader.at
    const short = reader.u32()
    const type = reader.ascii(4)
    // 1: the size follows in eight bytes. 0: the box goes to the end.
    const size = short === 1 ? reader.u64() : short === 0 ? bytes.length - start : short
    const contentAt = reader.at
    if (size < contentAt - start) throw new BrokenFile('A box smaller than its header')
    boxes.push({ type, start, contentAt, content: reader.take(size - (contentAt - start)) })
  }
  return boxes
}

/** Returns the only box of a type. */
export function onlyBox(boxes: readonly Box[], type: string): Box {
  const found = findBox(boxes, type)
  if (!found) throw new BrokenFile(`No ${type}`)
  return found
}

export function findBox(boxes: readonly Box[], type: string): Box | null {
  const [found, another] = boxes.filter((box) => box.type === type)
  if (another) throw new BrokenFile(`Several ${type}`)
  return found ?? null
}

/** Returns the only box at the end of a path of boxes. */
export function boxAt(boxes: readonly Box[], ...path: readonly string[]): Box {
  const [type = '', ...further] = path
  const box = onlyBox(boxes, type)
  return further.length === 0 ? box : boxAt(readBoxes(box.content), ...further)
}

/** A box with a version and flags in front of its content. */
export function readFull({ content }: Box): { version: number; flags: number; reader: ByteReader } {
  const reader = new ByteReader(content)
  const head = reader.u32()
  return { version: head >>> 24, flags: head & 0xffffff, reader }
}
