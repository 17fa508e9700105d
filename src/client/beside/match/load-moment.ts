import type { ComponentType } from 'react'
import type { LikesProps, MatchView } from '#features/likes/contract.ts'
import { notificationActions } from '#features/notifications/contract.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { createTranslator, type Translator } from '#shared/i18n/translator.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { fetchProps } from '#ui/browser/fetch-payload.ts'
import { sendAction } from '#ui/forms/send-action.ts'
import { readBootstrap } from '#client/document-data.ts'

export type LoadedMoment = {
  match: MatchView
  translator: Translator
  Dialog: ComponentType<{ match: MatchView; onClose: () => void }>
}

type Wanted = {
  conversation: string
  /** Conversations of moments that this window is to show; a new one is added. */
  claimed: Set<string>
  locale: LocaleCode
  timeZone: string
  /** The page is about this match: it needs no moment. */
  isOnScreen: boolean
}

/**
 * Loads a match as it is now, and marks its notification as read. Null if there is nothing to show: the match has ended, or
 * another window or device has shown it. Throws if that cannot be found out.
 *
 * A claim without an answer may have been the first, and no later one would get true. So this window shows the match: in this rare
 * case, two devices that show it are better than none.
 */
export async function loadMoment({ conversation, claimed, locale, timeZone, isOnScreen }: Wanted): Promise<LoadedMoment | null> {
  if (isOnScreen) {
    if ((await claim(conversation)) === null) throw new Error('No answer')
    return null
  }
  const { build } = readBootstrap()
  const [match, { MatchDialog }, { loadMessages }] = await Promise.all([
    findMatch(locale, conversation),
    import('#features/likes/ui/match/match-dialog.tsx'),
    import('#client/navigation/next-screen.ts'),
  ])
  const messages = await loadMessages(build, locale, ['common', 'likes'])
  if (!messages.likes || !messages.common) throw new Error('No texts for a match')
  if (!match || !(claimed.has(conversation) || ((await claim(conversation)) ?? true))) return null
  claimed.add(conversation)
  return { match, Dialog: MatchDialog, translator: createTranslator(locale, messages, { timeZone }) }
}

async function findMatch(locale: LocaleCode, conversation: string): Promise<MatchView | null> {
  const page = href(routes.likes, {}, { locale, query: { tab: 'matches', chat: conversation } })
  // Null: it redirects, because the member was restricted, or signed out.
  return (await fetchProps<LikesProps>(page))?.match ?? null
}

/** The first of the member's windows and devices to call it gets true. Null: the answer did not arrive. */
async function claim(conversation: string): Promise<boolean | null> {
  const answer = await sendAction(notificationActions.read, { id: `match:${conversation}` }, '')
  if (answer.kind === 'refused' && answer.status === 0) return null
  if (answer.kind === 'refused') throw new Error(answer.code)
  return answer.data.wasUnread
}
