import { promptMs, type DateRoomProps, type Prompts } from '#features/encounters/dates/contract.ts'
import { readPrompts } from '#features/encounters/dates/server/read-prompts.ts'
import { partnerStatement } from '#features/chat/server/partner-queries.ts'
import { dateTimes, keptMessages, localeForBoth, type EncounterView } from '#features/encounters/contract.ts'
import { dateTimesOf } from '#features/encounters/talk/server/public.ts'
import { Revealed } from '#features/encounters/talk/ui/room/lazy.ts'
import { nameAliases, readNames } from '#features/encounters/talk/ui/alias-names.ts'
import { sharedOpener } from '#features/openings/server/shared-opener.ts'
import { reportOutcomes } from '#features/reports/contract.ts'
import { EncounterReportDialog, UrgentHelp } from '#features/reports/ui/lazy-encounter.ts'
import { notFound } from '#shared/errors.ts'
import type { Translator } from '#shared/i18n/translator.ts'
import { encounterKindOf, isEncounterId } from '#shared/realtime/encounter-id.ts'
import { cookieNames } from '#server/cookies.ts'
import type { Env } from '#server/env.ts'
import { encounterObject } from '#server/objects/stubs.ts'
import { withTimeoutOrNull } from '#server/objects/with-timeout.ts'
import { defineLoad, type LoadContext } from '#server/pages/load.ts'

const timeoutMs = 3_000

export default defineLoad({
  async props(context): Promise<DateRoomProps> {
    const { env, params, viewerId, url, cookie } = context
    const id = params['id'] ?? ''
    if (!isEncounterId(id) || encounterKindOf(id) !== 'blind') throw notFound()
    const found = await withTimeoutOrNull('encounter', timeoutMs, readDate(env, id, viewerId))
    if (!found) return { kind: 'away' }
    const { view, history } = found
    if (!view) throw notFound()
    const matched = await findMatched(context, view)
    if (matched) return matched
    const done = url.searchParams.get('done')
    return {
      kind: 'date',
      view,
      history: view.phase === 'talking' ? history : null,
      prompts: await findPrompts(context, view),
      cid: crypto.randomUUID(),
      isNoScript: cookie(cookieNames.noScript) !== undefined,
      done: reportOutcomes.find((outcome) => outcome === done) ?? null,
    }
  },
  parts: (_, props) =>
    props.kind === 'matched'
      ? [Revealed]
      : props.kind === 'date'
        ? [...(props.isNoScript ? [EncounterReportDialog] : []), ...(props.done === 'urgent' ? [UrgentHelp] : [])]
        : [],
  title: ({ translator }, props) =>
    props.kind === 'date'
      ? translator.t('dates.roomTitle', { name: nameOf(translator, props.view) })
      : translator.t('dates.title'),
})

async function readDate(env: Env, id: string, viewerId: string) {
  const date = encounterObject(env, id)
  const [view, history] = await Promise.all([date.view(viewerId), date.history(viewerId, { limit: keptMessages })])
  return { view, history }
}

/** The two know each other now. Null if they do not, or if their match has ended since. */
async function findMatched(
  { db, viewerId, portraitOf, translator }: LoadContext,
  { conversation, language, self, partner: stranger }: EncounterView,
): Promise<Extract<DateRoomProps, { kind: 'matched' }> | null> {
  if (conversation === null) return null
  const [partner] = await partnerStatement(db, viewerId, conversation)
  if (!partner) return null
  const code = localeForBoth(language, translator.locale.code)
  return {
    kind: 'matched',
    conversation,
    partner: { firstName: partner.firstName, avatar: portraitOf(partner.avatar) },
    seeds: { own: self.seed, partner: stranger.seed },
    opener: await sharedOpener(db, viewerId, { conversation, code }),
  }
}

/** The talk began this long before its end. */
async function findPrompts(
  { env, translator }: LoadContext,
  { id, phase, until, isExtended }: EncounterView,
): Promise<Prompts | null> {
  if (phase !== 'talking' || until === null) return null
  const { talkMs, extendMs } = dateTimesOf(env)
  const startedAt = until - talkMs - (isExtended ? extendMs : 0)
  const texts = await readPrompts(id, translator.locale.code)
  return { texts, startedAt, eachMs: (promptMs * talkMs) / dateTimes.talkMs }
}

function nameOf({ t }: Translator, { self, partner }: EncounterView): string {
  return nameAliases(readNames(t('encounters.names')), [self, partner]).get(partner.user_id) ?? ''
}
