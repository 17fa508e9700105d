import { mulberry32 } from '#seed/demo/random.ts'
import { ping } from '#shared/realtime/wire.ts'

type Valid = { channels: readonly string[]; token: string; newCid: () => string }

const oddValues: readonly unknown[] = [
  null,
  true,
  -1,
  0.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  '',
  ' ',
  '\0',
  '\ud800',
  '__proto__',
  'constructor',
  'client-',
  'x'.repeat(5000),
  [],
  {},
  [[[[]]]],
  { toString: null },
]
const oddKeys = ['__proto__', 'constructor', 'toString', 'id', 'type', 'cipher', 'data', '']

/** Endless frames, most of them damaged valid ones; the same for the same seed. */
export function randomFrames(seed: number, { channels, token, newCid }: Valid): () => string {
  const random = mulberry32(seed)
  const upTo = (end: number) => Math.floor(random() * end)
  const pick = <Item>(items: readonly Item[]) => items[upTo(items.length)] as Item
  let id = 1

  const valid = (): Record<string, unknown> => {
    const [channel, auth] = [pick(channels), { token }]
    const since = random() < 0.5 ? { since: { epoch: pick(['', 'e']), seq: upTo(9) } } : {}
    switch (upTo(16)) {
      case 0:
        return { id: ++id, type: 'channel:join', channel, auth, ...since }
      case 1:
        return { id: ++id, type: 'channel:leave', channel, auth }
      case 2:
      case 3:
      case 4:
      case 5:
        return { id: ++id, type: 'channel:clientEvent', channel, event: 'client-typing', data: pick(oddValues) }
      default:
        return { id: ++id, type: 'message:send', channel, cid: newCid(), text: `m${id}` }
    }
  }
  const bendValue = (frame: Record<string, unknown>) => {
    frame[pick(Object.keys(frame))] = pick(oddValues)
    return JSON.stringify(frame)
  }
  const addKey = (frame: Record<string, unknown>) =>
    `{${JSON.stringify(pick(oddKeys))}:${JSON.stringify(pick(oddValues))},${JSON.stringify(frame).slice(1)}`
  const cut = (frame: Record<string, unknown>) => {
    const text = JSON.stringify(frame)
    const at = upTo(text.length)
    return text.slice(0, at) + text.slice(at + upTo(20))
  }
  const swapLetter = (frame: Record<string, unknown>) => {
    const text = JSON.stringify(frame)
    const at = upTo(text.length)
    return text.slice(0, at) + String.fromCharCode(upTo(0x300)) + text.slice(at + 1)
  }
  const double = (frame: Record<string, unknown>) => {
    const text = JSON.stringify(frame)
    const at = upTo(text.length)
    return text.slice(0, at) + text.slice(upTo(at), at) + text.slice(at)
  }
  const nest = (frame: Record<string, unknown>) =>
    JSON.stringify({ ...frame, data: 0 }).replace('"data":0', `"data":${'['.repeat(1000)}${']'.repeat(1000)}`)

  const mutations = [bendValue, bendValue, addKey, cut, swapLetter, double, nest]
  return () => {
    if (random() < 0.02) return ping
    const frame = valid()
    return random() < 0.4 ? JSON.stringify(frame) : pick(mutations)(frame)
  }
}
