import type { ChaosClient } from './client.ts'
import { until } from './until.ts'

/** Milliseconds until every observer saw it; null when some never did in time. */
export type PresenceTimes = {
  afterCloseMs: number | null
  /** Until the server had answered the close frames of those who left by themselves. */
  goodbyeMs: number | null
  afterSilenceMs?: number | null
}

const closePatienceMs = 5_000
const silencePatienceMs = 40_000

type Cast = { clients: readonly ChaosClient[]; members: readonly string[] }

/** The members of a client's conversations are on its screen exactly while they have a joined connection. */
export function seesPresence(
  client: ChaosClient,
  conversations: readonly { id: string; members: readonly string[] }[],
  present: ReadonlySet<string>,
) {
  return conversations.every(({ id, members }) => {
    const shown = client.screens.get(id)?.presence.present
    return !shown || members.every((member) => shown.has(member) === present.has(member))
  })
}

/**
 * A third of the members leaves or is cut off, a third falls silent; the others tell when they notice. Whoever was polling
 * may still have a queue whose goodbye was lost: that one is silent, so they do not count as cut off.
 */
export async function watchPresence(
  { clients, members }: Cast,
  conversations: readonly { id: string; members: readonly string[] }[],
  { withSilence }: { withSilence: boolean },
): Promise<PresenceTimes> {
  const hasPolled = new Set(clients.filter(({ opened }) => opened.includes('polling')).map(({ session }) => session.member))
  const closing = new Set(members.filter((member, index) => index % 3 === 0 && !hasPolled.has(member)))
  const silent = new Set(members.filter((_, index) => index % 3 === 1))
  const of = (group: ReadonlySet<string>) => clients.filter(({ session }) => group.has(session.member))
  const observers = clients.filter(
    ({ session, signedOutAt }) => signedOutAt === null && !closing.has(session.member) && !silent.has(session.member),
  )
  const isGone = (group: ReadonlySet<string>) =>
    observers.every(({ screens }) =>
      conversations.every(({ id, members: both }) => {
        const shown = screens.get(id)?.presence.present
        return !shown || both.every((member) => !group.has(member) || !shown.has(member))
      }),
    )
  if (withSilence) for (const { line } of of(silent)) line.blackHole('both', true)
  const leaving = of(closing).filter((_, index) => index % 2 === 0)
  for (const client of of(closing)) {
    if (leaving.includes(client)) client.stop()
    else {
      client.line.refuse(true)
      client.line.reset()
    }
  }
  const [afterCloseMs, goodbyeMs, afterSilenceMs] = await Promise.all([
    until(() => isGone(closing), closePatienceMs),
    until(() => leaving.every(({ isClosed, signedOutAt }) => isClosed || signedOutAt !== null), closePatienceMs),
    withSilence ? until(() => isGone(silent), silencePatienceMs) : undefined,
  ])
  const rounded = (ms: number | null) => (ms === null ? null : Math.round(ms))
  return {
    afterCloseMs: rounded(afterCloseMs),
    goodbyeMs: rounded(goodbyeMs),
    ...(afterSilenceMs === undefined ? {} : { afterSilenceMs: rounded(afterSilenceMs) }),
  }
}
