import type { ChannelName } from '#shared/realtime/wire.ts'
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

/** Joins a joined channel over another line, which is open, and then leaves it on the first one. */
export async function moveTo({ channels, first, sync, leave }: Moves, name: ChannelName, line: Line): Promise<void> {
  const channel = channels.get(name)
  if (!channel?.isJoined || channel.line === line) return
  channel.line = line
  await sync(channel)
  if (channels.get(name) === channel && channel.line === line && channel.isJoined) leave(channel, first)
}

/** That line has closed: its channels go on over the first one at once. */
export function moveBack({ first, sync, close }: Moves, line: Line): void {
  for (const channel of close(line)) {
    channel.line = first
    if (first.isOpen()) void sync(channel)
  }
}
