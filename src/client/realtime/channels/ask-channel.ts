import { socketErrors, timings, type ChannelName, type JoinData, type Since } from '#shared/realtime/wire.ts'
import { RequestError, type Requests } from '../requests.ts'
import { SignedOutError, type TokenSource } from '../connection/token-source.ts'

type AskDeps = { ask: Requests['ask']; tokens: TokenSource }

/**
 * The data of the join, or 'refused' for this channel, or 'signed-out' for all. After a reconnect the answer of an older
 * connection is ignored.
 */
export type JoinAnswer = Partial<JoinData> | 'refused' | 'signed-out'

/** What to join: `isCurrent` is false once the connection is another one, or the page has left the channel. */
type Join = { name: ChannelName; since: Since | undefined; isCurrent: () => boolean }

export async function askOnce(
  ask: Requests['ask'],
  token: string,
  channel: ChannelName,
  since: Since | undefined,
): Promise<Partial<JoinData>> {
  return ((await ask({ type: 'channel:join', channel, auth: { token }, since })) ?? {}) as Partial<JoinData>
}

/** Retries until there is an answer, access is refused, or the join is not current any more. */
export async function askToJoin({ ask, tokens }: AskDeps, { name, since, isCurrent }: Join): Promise<JoinAnswer> {
  let refusals = 0
  for (;;) {
    let token = ''
    try {
      token = await tokens.get()
      return await askOnce(ask, token, name, since)
    } catch (error) {
      if (!isCurrent()) return 'signed-out'
      const code = codeOf(error)
      if (code !== 'closed') console.error(socketErrors.join(name))
      if (code === 'forbidden' || code === 'bad-frame') return 'refused'
      if (error instanceof SignedOutError) return 'signed-out'
      if (code === 'unauthorized') {
        tokens.drop(token)
        if (++refusals > 1) return 'signed-out'
        continue
      }
      await new Promise((resolve) => setTimeout(resolve, timings.minBackoffMs))
      if (!isCurrent()) return 'signed-out'
    }
  }
}

export async function askToLeave({ ask, tokens }: AskDeps, name: ChannelName): Promise<void> {
  try {
    await ask({ type: 'channel:leave', channel: name, auth: { token: await tokens.get() } })
  } catch (error) {
    // The connection has closed, or the conversation has ended and the event about it is still on its way.
    const code = codeOf(error)
    if (code !== 'closed' && code !== 'not-joined') console.error(socketErrors.leave(name))
  }
}

function codeOf(error: unknown): RequestError['code'] | null {
  return error instanceof RequestError ? error.code : null
}
