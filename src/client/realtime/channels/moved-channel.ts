import { positionOf, type ChannelName, type JoinData, type Since } from '#shared/realtime/wire.ts'
import type { TokenSource } from '../connection/token-source.ts'
import { RequestError } from '../requests.ts'
import { askOnce } from './ask-channel.ts'
import type { JoinedChannel } from './joined-channel.ts'
import type { Line } from './line.ts'

/** What a move needs of the page's channels. */
export type Moves = {
  channels: ReadonlyMap<string, JoinedChannel>
  first: Line
  /** Joins the channel on its line, from its cursor. */
  sync(channel: JoinedChannel): Promise<void>
  leave(channel: JoinedChannel, line: Line): void
  /** Resets the channels of a line that has closed, and returns them. */
  close(line: Line): JoinedChannel[]
}

/** The token and the join's answer have to come within this time. */
const moveMs = 4_000

/** Why a channel did not move: `away` for no answer in time, or one that may be another the next time. */
type NoMove = 'away' | 'unauthorized'

/**
 * Joins a joined channel over another line, and then leaves the one that it is on, which delivers until the new one has answered.
 * Otherwise the channel stays where it is.
 */
export async function moveTo(moves: Moves, tokens: TokenSource, name: ChannelName, line: Line): Promise<'moved' | NoMove> {
  const { channels, sync, leave } = moves
  const channel = channels.get(name)
  if (!channel?.isJoined || channel.line === line) return 'moved'
  const from = channel.line
  const answer = await joinInTime(tokens, channel, line)
  if (typeof answer === 'string') return answer
  if (!line.isOpen()) return 'away'
  if (!channels.has(name)) leave(channel, line)
  // The channel was left, or its line closed; with the next answer to a join it moves again.
  if (channels.get(name) !== channel || !channel.isJoined || channel.line !== from) return 'moved'
  channel.line = line
  leave(channel, from)
  if (channel.takeHistory(withoutShown(answer, channel.cursor)) || answer.more) void sync(channel)
  return 'moved'
}

/** The line that it was on has brought some messages of the answer since it was asked for. */
function withoutShown(answer: Partial<JoinData>, cursor: Since | null): Partial<JoinData> {
  if (!answer.recovered || cursor?.epoch !== answer.epoch) return answer
  return { ...answer, messages: answer.messages?.filter((message) => positionOf(message) > (cursor?.seq ?? 0)) ?? [] }
}

async function joinInTime(tokens: TokenSource, channel: JoinedChannel, line: Line): Promise<Partial<JoinData> | NoMove> {
  const { promise: timeout, resolve } = Promise.withResolvers<NoMove>()
  const timer = setTimeout(() => resolve('away'), moveMs)
  try {
    return await Promise.race([join(tokens, channel, line), timeout])
  } catch (error) {
    return error instanceof RequestError && error.code === 'unauthorized' ? 'unauthorized' : 'away'
  } finally {
    clearTimeout(timer)
  }
}

async function join(tokens: TokenSource, channel: JoinedChannel, line: Line): Promise<Partial<JoinData>> {
  const token = await tokens.get()
  try {
    return await askOnce(line.ask, token, channel.name, channel.cursor ?? undefined)
  } catch (error) {
    if (error instanceof RequestError && error.code === 'unauthorized') tokens.drop(token)
    throw error
  }
}

/** That line has closed: its channels go on over the first one at once. */
export function moveBack({ first, sync, close }: Moves, line: Line): void {
  for (const channel of close(line)) {
    channel.line = first
    if (first.isOpen()) void sync(channel)
  }
}
