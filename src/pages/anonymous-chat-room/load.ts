import type { RoomProps } from '#features/encounters/anonymous/contract.ts'
import { partnerStatement } from '#features/chat/server/partner-queries.ts'
import { topicOpener } from '#features/encounters/anonymous/server/topic-opener.ts'
import { keptMessages, localeForBoth, type EncounterView } from '#features/encounters/contract.ts'
import { Revealed } from '#features/encounters/talk/ui/room/lazy.ts'
import { nameAliases, readNames } from '#features/encounters/talk/ui/alias-names.ts'
import { sharedOpener } from '#features/openings/server/shared-opener.ts'
import { strangerNoticeId } from '#features/notifications/contract.ts'
import { markNoticesRead } from '#features/notifications/server/public.ts'
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
  async props(context): Promise<RoomProps> {
    const { env, params, viewerId, url, cookie } = context
    const id = params['id'] ?? ''
    if (!isEncounterId(id) || encounterKindOf(id) !== 'anonymous') throw notFound()
    const found = await withTimeoutOrNull('encounter', timeoutMs, readEncounter(env, id, viewerId))
    if (!found) return { kind: 'away' }
    const { view, history } = found
    if (!view) throw notFound()
    const revealed = await findRevealed(context, view)
    if (revealed) return revealed
    const done = url.searchParams.get('done')
    return {
      kind: 'chat',
      view,
      history,
      cid: crypto.randomUUID(),
      isNoScript: cookie(cookieNames.noScript) !== undefined,
      done: reportOutcomes.find((outcome) => outcome === done) ?? null,
    }
  },
  // With a script, joining the chat's channel marks it as read.
  async visited({ env, params, viewerId }) {
    await markNoticesRead(env, viewerId, strangerNoticeId(params['id'] ?? ''))
  },
  parts: (_, props) =>
    props.kind === 'revealed'
      ? [Revealed]
      : props.kind === 'chat'
        ? [...(props.isNoScript ? [EncounterReportDialog] : []), ...(props.done === 'urgent' ? [UrgentHelp] : [])]
        : [],
  title: ({ translator }, props) =>
    props.kind === 'chat'
      ? translator.t('anonymous.room.title', { name: nameOf(translator, props.view) })
      : translator.t('anonymous.title'),
})

async function readEncounter(env: Env, id: string, viewerId: string) {
  const encounter = encounterObject(env, id)
  const [view, history] = await Promise.all([encounter.view(viewerId), encounter.history(viewerId, { limit: keptMessages })])
  return { view, history }
}

/** The two know each other now. Null if they do not, or if their match has ended since. */
async function findRevealed(
  { db, viewerId, portraitOf, translator }: LoadContext,
  { conversation, language, topics, self, partner: stranger }: EncounterView,
): Promise<Extract<RoomProps, { kind: 'revealed' }> | null> {
  if (conversation === null) return null
  const [partner] = await partnerStatement(db, viewerId, conversation)
  if (!partner) return null
  const code = localeForBoth(language, translator.locale.code)
  return {
    kind: 'revealed',
    conversation,
    partner: { firstName: partner.firstName, avatar: portraitOf(partner.avatar) },
    seeds: { own: self.seed, partner: stranger.seed },
    opener: (await topicOpener(topics, code)) ?? (await sharedOpener(db, viewerId, { conversation, code })),
  }
}

function nameOf({ t }: Translator, { self, partner }: EncounterView): string {
  return nameAliases(readNames(t('encounters.names')), [self, partner]).get(partner.user_id) ?? ''
}
