import { partnersStatement, partnerStatement } from '#features/chat/server/partner-queries.ts'
import { readHistory } from '#features/chat/server/public.ts'
import type { HistoryPage } from '#features/chat/contract.ts'
import type { Partner } from '#features/chat/ui/inbox-rows.ts'
import type { MessagesProps } from '#features/chat/ui/messages-props.ts'
import { readInbox } from '#features/member-hub/server/public.ts'
import { notFound } from '#shared/errors.ts'
import { defineLoad } from '#worker/http/load.ts'

const chatOf = (url: URL) => url.searchParams.get('chat')

/** A seq to read back from, or undefined for the newest messages. */
function beforeOf(url: URL): number | undefined {
  const text = url.searchParams.get('before') ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

export default defineLoad({
  statements: ({ db, sub, url }) => [partnersStatement(db, sub), partnerStatement(db, sub, chatOf(url) ?? '')],
  props({ url, portraitOf }, [partners, [open]]): MessagesProps {
    const withAvatar = (row: Partner): Partner => ({ ...row, avatar: portraitOf(row.avatar) })
    if (chatOf(url) !== null && !open) throw notFound()
    const current = open ? withAvatar(open) : null
    const all = partners.map(withAvatar)
    return {
      // An old match may lie beyond the list.
      partners: current && !all.some(({ conversation }) => conversation === current.conversation) ? [...all, current] : all,
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
