/** Text that replaces `length` characters of a script from `at` on. */
export type Edit = { at: number; length: number; text: string }

/** Applies edits, which are in the order of their positions and do not overlap. */
export function applyEdits(code: string, edits: readonly Edit[]): string {
  let [done, end] = ['', 0]
  for (const { at, length, text } of edits) {
    done += code.slice(end, at) + text
    end = at + length
  }
  return done + code.slice(end)
}

/**
 * Moves the `mappings` of a source map by edits of its script that stay within their lines. Only what stands right behind an
 * edit names its column by the difference to what is before, so only there a number changes.
 */
export function moveMappings(mappings: string, code: string, edits: readonly Edit[]): string {
  if (edits.length === 0) return mappings
  const starts = lineStarts(code)
  const lines = mappings.split(';')
  for (const [line, start] of starts.entries()) {
    const next = starts[line + 1] ?? code.length + 1
    const within = edits.filter(({ at }) => at >= start && at < next).map((edit) => ({ ...edit, at: edit.at - start }))
    const old = lines[line]
    if (old && within.length > 0) lines[line] = moveLine(old, within)
  }
  return lines.join(';')
}

function moveLine(line: string, edits: readonly Edit[]): string {
  let [column, moved] = [0, 0]
  return line
    .split(',')
    .map((segment) => {
      const { value, rest } = readNumber(segment)
      column += value
      const shift = edits
        .filter(({ at, length }) => at + length <= column)
        .reduce((sum, { length, text }) => sum + text.length - length, 0)
      const difference = value + shift - moved
      moved = shift
      return writeNumber(difference) + rest
    })
    .join(',')
}

function lineStarts(code: string): number[] {
  const starts = [0]
  for (let at = code.indexOf('\n'); at !== -1; at = code.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Reads the number at the start of a segment: base 64 digits of five bits, the lowest first, its sign in the lowest bit. */
function readNumber(segment: string): { value: number; rest: string } {
  let [bits, shift, length] = [0, 0, 0]
  for (;;) {
    const digit = digits.indexOf(segment[length++] ?? '')
    if (digit < 0) throw new Error(`No segment of a source map: ${segment}`)
    bits += (digit & 31) << shift
    shift += 5
    if (digit < 32) break
  }
  return { value: bits & 1 ? -(bits >> 1) : bits >> 1, rest: segment.slice(length) }
}

function writeNumber(value: number): string {
  let bits = value < 0 ? (-value << 1) | 1 : value << 1
  let text = ''
  do {
    const rest = bits >> 5
    text += digits[(bits & 31) | (rest > 0 ? 32 : 0)]
    bits = rest
  } while (bits > 0)
  return text
}
