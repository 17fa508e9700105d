import { type LobbyProps } from '#features/encounters/anonymous/contract.ts'
import { hasJustBegun } from '#features/encounters/contract.ts'
import { preselectedLanguages } from '#features/encounters/pairing/rules.ts'
import { readFigures } from '#features/encounters/pairing/server/read-figures.ts'
import { spokenLanguagesStatement } from '#features/encounters/pairing/server/spoken-languages.ts'
import { seatOf } from '#features/encounters/talk/server/public.ts'
import { encounterPauseStatement } from '#features/reports/server/public.ts'
import { withTimeoutOrNull } from '#server/objects/with-timeout.ts'
import { defineLoad } from '#server/pages/load.ts'

const timeoutMs = 2_000

export default defineLoad({
  statements: ({ db, viewerId }) => [encounterPauseStatement(db, viewerId), spokenLanguagesStatement(db, viewerId)],
  async props({ env, viewer, viewerId, translator, now }, [[pause], [profile]]): Promise<LobbyProps> {
    if (pause) return { kind: 'closed', code: 'encounters-paused' }
    const found = await withTimeoutOrNull('seat', timeoutMs, seatOf(env, viewerId).overview())
    if (!found) return { kind: 'away' }
    const { seat, languages: last } = found
    if (seat.state === 'paired')
      return seat.kind === 'anonymous' ? { kind: 'paired', id: seat.id, isNew: hasJustBegun(seat, now) } : { kind: 'date' }
    // A talk continues through a pause.
    if (viewer?.state === 'paused') return { kind: 'closed', code: 'profile-paused' }
    const figuresOf = (languages: readonly string[]) => readFigures(env, { pool: 'anonymous', member: viewerId, languages })
    if (seat.state === 'waiting' && seat.kind === 'anonymous') {
      const { languages, topics, since } = seat
      return { kind: 'waiting', languages, topics, since, figures: await figuresOf(languages) }
    }
    const languages = preselectedLanguages({ last, spoken: profile?.languages ?? [] }, translator.locale.code)
    return { kind: 'free', languages, figures: await figuresOf(languages), waitsForDate: seat.state === 'waiting' }
  },
  title: ({ translator }) => translator.t('anonymous.title'),
})
