import { type LobbyProps } from '#features/encounters/anonymous/contract.ts'
import { hasJustBegun, talkLanguageOf, matchmakerName, type WaitFigures } from '#features/encounters/contract.ts'
import { seatOf } from '#features/encounters/talk/server/public.ts'
import { encounterPauseStatement } from '#features/reports/server/public.ts'
import type { Env } from '#server/env.ts'
import { matchmakerObject } from '#server/objects/stubs.ts'
import { withTimeoutOrNull } from '#server/objects/with-timeout.ts'
import { defineLoad } from '#server/pages/load.ts'

const timeoutMs = 2_000

export default defineLoad({
  statements: ({ db, viewerId }) => [encounterPauseStatement(db, viewerId)],
  async props({ env, viewer, viewerId, translator, now }, [[pause]]): Promise<LobbyProps> {
    if (pause) return { kind: 'closed', code: 'encounters-paused' }
    const seat = await withTimeoutOrNull('seat', timeoutMs, seatOf(env, viewerId).read())
    if (!seat) return { kind: 'away' }
    if (seat.state === 'paired')
      return seat.kind === 'anonymous' ? { kind: 'paired', id: seat.id, isNew: hasJustBegun(seat, now) } : { kind: 'date' }
    // A talk continues through a pause.
    if (viewer?.state === 'paused') return { kind: 'closed', code: 'profile-paused' }
    if (seat.state === 'waiting' && seat.kind === 'anonymous') {
      const { language, topics, since } = seat
      return { kind: 'waiting', language, topics, since, figures: await readFigures(env, language) }
    }
    const language = talkLanguageOf(translator.locale.code)
    return { kind: 'free', language, figures: await readFigures(env, language), waitsForDate: seat.state === 'waiting' }
  },
  title: ({ translator }) => translator.t('anonymous.title'),
})

/** Null if the queue does not answer: the page works without it. */
function readFigures(env: Pick<Env, 'MATCHMAKER'>, language: string): Promise<WaitFigures | null> {
  const queue = matchmakerObject(env, matchmakerName('anonymous', language))
  return withTimeoutOrNull('matchmaker', timeoutMs, (async () => queue.figures())())
}
