import { BlockDialog } from '#features/blocks/ui/block-part.ts'
import {
  partnersAmongStatement,
  partnersStatement,
  partnerStatement,
  requestCountStatement,
} from '#features/chat/server/partner-queries.ts'
import { readHistory } from '#features/chat/server/public.ts'
import type { HistoryPage, HistoryWindow } from '#features/chat/contract.ts'
import { ComposerTop } from '#features/chat/ui/composer-top-part.ts'
import type { Partner } from '#features/chat/ui/inbox-rows.ts'
import { MarkReadForm, PlainMenu } from '#features/chat/ui/plain-parts.ts'
import type { InboxTab, MessagesProps, SearchResults } from '#features/chat/ui/messages-props.ts'
import { RequestBar, RequestList } from '#features/chat/ui/request-parts.ts'
import { SearchList } from '#features/chat/ui/search-part.ts'
import { UnmatchDialog } from '#features/chat/ui/unmatch-part.ts'
import { parsePlace, readInbox, searchMessages, searchText } from '#features/member-hub/server/public.ts'
import { ReportDialog } from '#features/reports/ui/report-part.ts'
import { notFound } from '#shared/errors.ts'
import type { WireMessage } from '#shared/wire.ts'
import { cookieNames } from '#worker/http/cookies.ts'
import type { Env } from '#worker/http/env.ts'
import { defineLoad, type LoadContext } from '#worker/http/load.ts'

const chatOf = (url: URL) => url.searchParams.get('chat')
const tabOf = (url: URL): InboxTab => (url.searchParams.get('requests') === '1' ? 'requests' : 'inbox')

const queryOf = (url: URL) => searchText(url.searchParams.get('q'))

const numberOf = (url: URL, name: string) => {
  const text = url.searchParams.get(name) ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}

/** The stretch of the history that the address asks for; nothing for the newest messages. */
function windowOf(url: URL): Pick<HistoryWindow, 'before' | 'after' | 'at'> {
  for (const name of ['before', 'after', 'at'] as const) {
    const seq = numberOf(url, name)
    if (seq !== null) return { [name]: seq }
  }
  return {}
}

export default defineLoad({
  statements: ({ db, sub, url }) => [
    partnersStatement(db, sub, tabOf(url)),
    partnerStatement(db, sub, chatOf(url) ?? ''),
    requestCountStatement(db, sub),
  ],
  props({ url, cookie, portraitOf }, [partners, [open], [counted]]): MessagesProps {
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
      at: current && numberOf(url, 'at'),
      hasReply: current !== null && numberOf(url, 'reply') !== null,
      isPlain: cookie(cookieNames.plain) !== undefined,
      cid: crypto.randomUUID(),
    }
  },
  late(context) {
    const { env, sub, url } = context
    const chat = chatOf(url)
    const query = queryOf(url)
    const reply = numberOf(url, 'reply')
    return {
      inbox: readInbox(env, sub, { only: tabOf(url) }),
      ...(query === null ? {} : { found: findMessages(context, query) }),
      ...(chat === null ? {} : { history: pageOf(readHistory(env, chat, sub, windowOf(url))) }),
      ...(chat === null || reply === null ? {} : { reply: messageOf(env, chat, sub, reply) }),
    }
  },
  parts(_, { tab, query, current, hasReply, isPlain }) {
    return [
      ...(isPlain && current ? [PlainMenu, MarkReadForm, UnmatchDialog, BlockDialog, ReportDialog] : []),
      ...(hasReply ? [ComposerTop] : []),
      ...(current && current.stage !== 'open' ? [RequestBar] : []),
      ...(tab === 'requests' ? [RequestList] : []),
      ...(query === null ? [] : [SearchList]),
    ]
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

/** One message of a conversation, or null where it is not there to be read. */
async function messageOf(env: Env, chat: string, sub: string, at: number): Promise<WireMessage | null> {
  const page = await pageOf(readHistory(env, chat, sub, { at, limit: 1 }))
  return page?.messages.find(({ seq }) => seq === at) ?? null
}
