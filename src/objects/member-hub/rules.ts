import { timings, type AnswerCode, serverLimits } from '#shared/realtime/wire.ts'

const utf8 = new TextEncoder()

/** Returns whether a text has more than `bytes` in UTF-8; measures it only if its length leaves a doubt. */
export function isLongerThan(text: string, bytes: number): boolean {
  if (text.length > bytes) return true
  return text.length * 3 > bytes && utf8.encode(text).byteLength > bytes
}

/**
 * Returns the automatic response to `ping`: the heads of the joined channels, newest first. Cloudflare allows 2,048 bytes;
 * above that the call throws. Names are ASCII, so characters are bytes.
 */
export function pongText(heads: readonly { channel: string; head: number }[]): string {
  const start = '{"event":"pong","data":{'
  let data = ''
  for (const { channel, head } of heads) {
    const entry = `${data === '' ? '' : ','}${JSON.stringify(channel)}:${head}`
    if (start.length + data.length + entry.length + 2 > serverLimits.autoResponseBytes) break
    data += entry
  }
  return `${start}${data}}}`
}

/** Times of the newest events let through, oldest first. */
export type EventTimes = readonly number[]

/**
 * Lets one more event through unless `most` passed in the second before it. Times in the future, of a clock that went
 * backwards, are dropped.
 */
export function takeEvent(times: EventTimes, now: number, most: number): { state: EventTimes; fits: boolean } {
  const within = times.filter((time) => time > now - 1000 && time <= now)
  const fits = within.length < most
  return { state: fits ? [...within, now] : within, fits }
}

/** A token bucket: a burst of `atOnce`, then one token each `everyMs`. */
export type BucketSize = { atOnce: number; everyMs: number }
/** The bucket's whole state: the time at which it is full again, in ms. Whole numbers, so waiting exactly that long is enough. */
export type Bucket = { fullAt: number }

export const fullBucket: Bucket = { fullAt: 0 }

/**
 * Takes `cost` tokens, or none and returns how long to wait for them. A clock that goes backwards gives no tokens away, and
 * takes at most what the bucket holds.
 */
export function take(bucket: Bucket, { atOnce, everyMs }: BucketSize, now: number, cost = 1): { state: Bucket; waitMs: number } {
  const emptyMs = atOnce * everyMs
  const fullAt = Math.min(Math.max(bucket.fullAt, now), now + emptyMs)
  const after = fullAt + cost * everyMs
  const waitMs = Math.max(0, after - now - emptyMs)
  return { state: { fullAt: waitMs > 0 ? fullAt : after }, waitMs }
}

/** Returns the tokens in the bucket, with fractions. */
export function tokensIn({ fullAt }: Bucket, { atOnce, everyMs }: BucketSize, now: number): number {
  return atOnce - Math.min(Math.max(fullAt - now, 0) / everyMs, atOnce)
}

/** Takes tokens that were spent already; negative ones come back. A debt of up to one more bucket is kept. */
export function spend(bucket: Bucket, size: BucketSize, now: number, count: number): Bucket {
  const after = { fullAt: Math.max(bucket.fullAt, now) + count * size.everyMs }
  return { fullAt: withDebt(after, size, now) }
}

/** Returns the ms until the bucket holds `cost` tokens, and takes none. */
export function waitFor(bucket: Bucket, size: BucketSize, now: number, cost: number): number {
  return Math.max(0, withDebt(bucket, size, now) + (cost - size.atOnce) * size.everyMs - now)
}

/** The bound is for a clock that goes backwards. */
function withDebt({ fullAt }: Bucket, { atOnce, everyMs }: BucketSize, now: number): number {
  return Math.min(Math.max(fullAt, now), now + 2 * atOnce * everyMs)
}

/** Returns tokens that were not needed. */
export function giveBack({ fullAt }: Bucket, { everyMs }: BucketSize, cost = 1): Bucket {
  return { fullAt: fullAt - cost * everyMs }
}

/** A bucket with `factor` times the capacity and fill rate. */
export function enlarge({ atOnce, everyMs }: BucketSize, factor: number): BucketSize {
  return { atOnce: atOnce * factor, everyMs: everyMs / factor }
}

/**
 * One member's messages and changes, over all conversations, connections and transports. No one types faster for long, and
 * messages written offline still go out immediately.
 */
export const messageBucket: BucketSize = { atOnce: 20, everyMs: 500 }
/** One member's requests of any kind: a second's worth at once, and as many each second. */
export const requestBucket = (perSecond: number): BucketSize => ({ atOnce: perSecond, everyMs: 1000 / perSecond })

/** The share of the limits per second that each conversation with direct sockets has; the hub keeps the rest. */
export const directShare = { events: 2, requests: 40 } as const
/** Messages of the bucket that may be lent to direct sockets, and to those of one conversation. */
export const mostLent = 15
export const lentAtOnce = 5

/** Returns whether a client has disappeared. It sends `ping` every 10 s; after 25 s of silence it has left without a close. */
export function isGone(lastActiveAt: number, now: number): boolean {
  return now - lastActiveAt >= timings.silenceMs
}

/** Returns the first time at which one of these connections may be gone, or null without any. */
export function nextReapAt(lastActiveAt: readonly number[]): number | null {
  return lastActiveAt.length === 0 ? null : Math.min(...lastActiveAt) + timings.silenceMs
}

/** Texts for developers, in the answer beside its code; joins and leaves have the spec's own texts. */
export const failureTexts: Record<AnswerCode, string> = {
  'bad-frame': 'The frame is not a request',
  unauthorized: 'The token is not valid for this connection',
  forbidden: 'This is not possible here',
  'not-joined': 'Join the channel first',
  'too-many': 'Too many at once',
  'too-big': 'The frame is too big',
  conflict: 'This conflicts with what is there',
  'contact-details': 'No links, numbers or names elsewhere here',
  unavailable: 'Try again',
}

/** Characters of the frames in one answer to a poll call; the rest comes with the next one. */
export const pollAnswerCharacters = 512 * 1024
/** Bounds of a poll queue whose client does not acknowledge; above them it is closed (4429). */
export const pollQueueBounds = { frames: 2_000, characters: 2_000_000 } as const

/** The id in the answer to a frame without one; requests count from 0. */
export const noRequestId = -1
/** A frame this far above the limit cannot be a mistake: it ends the connection (1009). The runtime does the same above 32 MB. */
export const hostileFrameCharacters = 1024 * 1024
/** Unreadable frames after which a connection is closed (1008). */
export const maxBadFrames = 20
/** Channels per connection: their names must fit into the socket's attachment of 16 KB. */
export const maxChannels = 64
/** Open connections per member: tabs and devices. */
export const maxConnections = 32
