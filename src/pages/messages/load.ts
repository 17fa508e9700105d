import { partnersStatement, partnerStatement, requestCountStatement } from '#features/chat/server/partner-queries.ts'
import { readHistory } from '#features/chat/server/public.ts'
import type { HistoryPage } from '#features/chat/contract.ts'
import type { Partner } from '#features/chat/ui/inbox-rows.ts'
import type { InboxTab, MessagesProps } from '#features/chat/ui/messages-props.ts'
import { readInbox } from '#features/member-hub/server/public.ts'
import { notFound } from '#shared/errors.ts'
import { defineLoad } from '#worker/http/load.ts'

const chatOf = (url: URL) => url.searchParams.get('chat')
const tabOf = (url: URL): InboxTab => (url.searchParams.get('requests') === '1' ? 'requests' : 'inbox')

/** A seq to read back from, or undefined for the newest messages. */
function beforeOf(url: URL): number | undefined {
  const text = url.searchParams.get('before') ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
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
      current,
      isArchive: current !== null && beforeOf(url) !== undefined,
      cid: crypto.randomUUID(),
    }
  },
  late({ env, sub, url }) {
    const chat = chatOf(url)
    return {
      inbox: readInbox(env, sub),
      ...(chat === null ? {} : { history: pageOf(readHistory(env, chat, sub, { before: beforeOf(url) })) }),
    }
  },
  title: ({ translator }, { current }) =>
    current ? translator.t('chat.titleWith', { name: current.firstName }) : translator.t('chat.title'),
})

/** A conversation that is about to be opened and one that is away look alike: there is nothing to show yet. */
async function pageOf(answer: ReturnType<typeof readHistory>): Promise<HistoryPage | null> {
  return (await answer)?.page ?? null
}
