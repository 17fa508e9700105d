import {
  partnersAmongStatement,
  partnersStatement,
  partnerStatement,
  requestCountStatement,
} from '#features/chat/server/partner-queries.ts'
import { readHistory } from '#features/chat/server/public.ts'
import type { HistoryPage, HistoryWindow } from '#features/chat/contract.ts'
import type { Partner } from '#features/chat/ui/inbox-rows.ts'
import type { InboxTab, MessagesProps, SearchResults } from '#features/chat/ui/messages-props.ts'
import { parsePlace, readInbox, searchMessages, searchText } from '#features/member-hub/server/public.ts'
import { notFound } from '#shared/errors.ts'
import { defineLoad, type LoadContext } from '#worker/http/load.ts'

const chatOf = (url: URL) => url.searchParams.get('chat')
const tabOf = (url: URL): InboxTab => (url.searchParams.get('requests') === '1' ? 'requests' : 'inbox')

const queryOf = (url: URL) => searchText(url.searchParams.get('q'))

/** The stretch of the history that the address asks for; nothing for the newest messages. */
function windowOf(url: URL): Pick<HistoryWindow, 'before' | 'after' | 'at'> {
  for (const name of ['before', 'after', 'at'] as const) {
    const text = url.searchParams.get(name) ?? ''
    if (/^\d{1,15}$/.test(text)) return { [name]: Number(text) }
  }
  return {}
}

export default defineLoad({
  statements: ({ db, sub, url }) => [
    partnersStatement(db, sub, tabOf(url)),
    partnerStatement(db, sub, chatOf(url) ?? ''),
    requestCountStatement(db, sub),
  ],
  props({ url, portraitOf }, [partners, [open], [counted]]): MessagesProps {
    const withAvatar = (row: Partner): Partner => ({ ...row, avatar: portraitOf(row.avatar) })
    if (chatOf(url) !== null && !open) throw notFound()
    const current = open ? withAvatar(open) : null
    const tab = tabOf(url)
    const all = partners.map(withAvatar)
    // An old match may lie beyond the list.
    const isLeftOut =
      current !== null &&
      (current.stage === 'incoming') === (tab === 'requests') &&
      !all.some(({ conversation }) => conversation === current.conversation)
    return {
      tab,
      partners: isLeftOut ? [...all, current] : all,
      requests: counted?.requests ?? 0,
      query: queryOf(url),
      current,
      isArchive: current !== null && Object.keys(windowOf(url)).length > 0,
      cid: crypto.randomUUID(),
    }
  },
  late(context) {
    const { env, sub, url } = context
    const chat = chatOf(url)
    const query = queryOf(url)
    return {
      inbox: readInbox(env, sub, { only: tabOf(url) }),
      ...(query === null ? {} : { found: findMessages(context, query) }),
      ...(chat === null ? {} : { history: pageOf(readHistory(env, chat, sub, windowOf(url))) }),
    }
  },
  title: ({ translator }, { current }) =>
    current ? translator.t('chat.titleWith', { name: current.firstName }) : translator.t('chat.title'),
})

/** A conversation that is about to be opened and one that is away look alike: there is nothing to show yet. */
async function pageOf(answer: ReturnType<typeof readHistory>): Promise<HistoryPage | null> {
  return (await answer)?.page ?? null
}

/** Found messages with whom they were said; what lies in conversations that are not the member's any more is left out. */
async function findMessages({ env, db, sub, url, portraitOf }: LoadContext, query: string): Promise<SearchResults | null> {
  const found = await searchMessages(env, sub, query, parsePlace(url.searchParams.get('older')))
  if (!found) return null
  const { hits, next, isComplete } = found
  const rows = await partnersAmongStatement(db, sub, [...new Set(hits.map(({ conversation }) => conversation))])
  const partners = new Map(rows.map((row) => [row.conversation, { ...row, avatar: portraitOf(row.avatar) }]))
  const results = hits.flatMap((hit) => {
    const partner = partners.get(hit.conversation)
    return partner ? [{ ...hit, partner }] : []
  })
  return { results, next, isComplete }
}
