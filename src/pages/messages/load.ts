import { BlockDialog } from '#features/blocks/ui/lazy.ts'
import {
  partnersAmongStatement,
  partnersStatement,
  partnerStatement,
  requestCountStatement,
} from '#features/chat/server/partner-queries.ts'
import { readHistory, parseSearchCursor, searchText, readInbox, searchMessages } from '#features/chat/server/public.ts'
import type { HistoryPage, HistoryWindow } from '#features/chat/contract.ts'
import { ComposerTop } from '#features/chat/ui/composer/lazy.ts'
import type { Partner } from '#features/chat/ui/inbox/inbox-rows.ts'
import { MarkReadForm, NoScriptMenu, UnmatchNote } from '#features/chat/ui/message-menu/lazy.ts'
import type { InboxTab, MessagesProps, SearchResults, ShownHistory } from '#features/chat/ui/inbox/messages-props.ts'
import { RequestBar, RequestList } from '#features/chat/ui/requests/lazy.ts'
import { SearchList } from '#features/chat/ui/inbox/lazy.ts'
import { PairTies, UnmatchDialog } from '#features/chat/ui/conversation/lazy.ts'
import { topicOpener } from '#features/encounters/anonymous/server/topic-opener.ts'
import { GiftForm } from '#features/gifts/ui/lazy.ts'
import { bandBetween } from '#features/nearby/server/public.ts'
import { describeBand } from '#features/location/contract.ts'
import { materialStatement, toOpenings, toSharedOpening } from '#features/openings/server/public.ts'
import { pageLanguage } from '#features/profile/contract.ts'
import { ageOn, spokenBy, textLanguage, toPairTies, utcDay, visibleFields } from '#features/profile/server/public.ts'
import { ReportDialog } from '#features/reports/ui/lazy.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { findLocale, type LocaleCode } from '#shared/i18n/locales.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { notFound } from '#shared/errors.ts'
import { photoPortrait } from '#shared/photo.ts'
import type { WireMessage } from '#shared/realtime/wire.ts'
import { cookieNames } from '#server/cookies.ts'
import type { Env } from '#server/env.ts'
import { withTimeoutOrNull } from '#server/objects/with-timeout.ts'
import { defineLoad, type LoadContext } from '#server/pages/load.ts'

const chatOf = (url: URL) => url.searchParams.get('chat')
const tabOf = (url: URL): InboxTab => (url.searchParams.get('requests') === '1' ? 'requests' : 'inbox')

const queryOf = (url: URL) => searchText(url.searchParams.get('q'))

const numberOf = (url: URL, name: string) => {
  const text = url.searchParams.get(name) ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}

/** The range of the history in the URL; empty for the newest messages. */
function windowOf(url: URL): Pick<HistoryWindow, 'before' | 'after' | 'at'> {
  for (const name of ['before', 'after', 'at'] as const) {
    const seq = numberOf(url, name)
    if (seq !== null) return { [name]: seq }
  }
  return {}
}

/** How long to wait for the material of suggested first messages. */
const timeoutMs = 2_000

export default defineLoad({
  statements: ({ db, viewerId, url }) => [
    partnersStatement(db, viewerId, tabOf(url)),
    partnerStatement(db, viewerId, chatOf(url) ?? ''),
    requestCountStatement(db, viewerId),
    // Only a browser without a script requests an opening by its URL.
    materialStatement(db, viewerId, { conversation: (url.searchParams.has('say') && chatOf(url)) || '' }),
  ],
  async props(
    { url, viewerId, now, cookie, portraitOf, translator },
    [partners, [open], [counted], material],
  ): Promise<MessagesProps> {
    const withAvatar = (row: Partner): Partner => ({ ...row, avatar: portraitOf(row.avatar) })
    if (chatOf(url) !== null && !open) throw notFound()
    const { code } = translator.locale
    const photoOf = (key: string) => portraitOf(`${photoPortrait}${key}`)
    const current = open
      ? {
          ...withAvatar(await toCurrent(open, now, code)),
          ties: (await toPairTies(open.ties, viewerId, photoOf)).map(({ kind, photo, text, isMine }) => ({
            kind,
            photo,
            text,
            isMine,
          })),
        }
      : null
    const tab = tabOf(url)
    const all = partners.map(withAvatar)
    // An old match may be missing from the list's page.
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
      gift: current && url.searchParams.get('gift'),
      hasReply: current !== null && numberOf(url, 'reply') !== null,
      isNoScript: cookie(cookieNames.noScript) !== undefined,
      cid: crypto.randomUUID(),
      say: await textOf(url.searchParams.get('say'), material, { viewerId, code }),
    }
  },
  deferred(context) {
    const { env, viewerId, url } = context
    const chat = chatOf(url)
    const query = queryOf(url)
    const reply = numberOf(url, 'reply')
    return {
      inbox: readInbox(env, viewerId, { only: tabOf(url) }),
      ...(query === null ? {} : { found: findMessages(context, query) }),
      ...(chat === null ? {} : { history: shownHistory(context, chat) }),
      ...(chat === null || reply === null ? {} : { reply: messageOf(env, chat, viewerId, reply) }),
    }
  },
  parts(_, { tab, query, current, hasReply, isNoScript }) {
    return [
      ...(isNoScript ? [UnmatchNote] : []),
      ...(isNoScript && current?.stage === 'open' ? [GiftForm] : []),
      ...(isNoScript && current ? [NoScriptMenu, MarkReadForm, UnmatchDialog, BlockDialog, ReportDialog] : []),
      ...(current?.ties?.length ? [PairTies] : []),
      ...(hasReply ? [ComposerTop] : []),
      ...(current && current.stage !== 'open' ? [RequestBar] : []),
      ...(tab === 'requests' ? [RequestList] : []),
      ...(query === null ? [] : [SearchList]),
    ]
  },
  title: ({ translator }, { current }) =>
    current ? translator.t('chat.titleWith', { name: current.firstName }) : translator.t('chat.title'),
})

/**
 * The text that `say` of the URL puts into the field: the number of an opening, or after a reveal `shared` or a topic, with the
 * language of the talk (`music.uk`). '' for anything else.
 */
async function textOf(
  say: string | null,
  rows: Material,
  { viewerId, code }: { viewerId: string; code: LocaleCode },
): Promise<string> {
  if (say === null || rows.length === 0) return ''
  const [name = '', language = ''] = say.split('.')
  if (language === '') return (await toOpenings(rows, viewerId, code))[Number(say) - 1] ?? ''
  const inLanguage = findLocale(language)?.code
  if (inLanguage === undefined) return ''
  if (name === 'shared') return (await toSharedOpening(rows, viewerId, inLanguage)) ?? ''
  return (await topicOpener([name], inLanguage))?.text ?? ''
}

type Material = Awaited<ReturnType<typeof materialStatement>>
type OpenRow = Awaited<ReturnType<typeof partnerStatement>>[number]

/**
 * Replaces birth date and cells by age and distance band, unless the profile is hidden, and adds the two's languages and that of the
 * partner's text.
 */
async function toCurrent(row: OpenRow, now: number, code: LocaleCode): Promise<Partner> {
  const {
    birthDate,
    cellX,
    cellY,
    ownCellX,
    ownCellY,
    isShown,
    isMatched,
    spoken,
    aboutLanguage,
    visibility,
    ownSpoken,
    ties: _,
    ...rest
  } = row
  const shown = visibleFields(
    { languages: (isShown && spoken) || [], aboutLanguage: isShown ? aboutLanguage : null, visibility: visibility ?? {} },
    isMatched ? 'match' : 'stranger',
  )
  const page = pageLanguage(code)
  const reader = { page, speaks: new Set(spokenBy(ownSpoken, page)) }
  const partner = {
    ...rest,
    languages: [...new Set([...shown.languages, ...ownSpoken])],
    writesIn: textLanguage(reader, shown.aboutLanguage).named,
  }
  if (!isShown || birthDate === null) return partner
  const translator = createTranslator(code, await loadMessages(code, ['people']), { timeZone: 'UTC' })
  const band = bandBetween({ cellX, cellY }, { cellX: ownCellX, cellY: ownCellY })
  return { ...partner, facts: `${ageOn(birthDate, utcDay(now))} · ${describeBand(translator, band)}` }
}

/** The history; for a match without messages it includes suggested first messages. */
async function shownHistory(context: LoadContext, chat: string): Promise<ShownHistory | null> {
  const { env, db, viewerId, url, translator } = context
  const page = await pageOf(readHistory(env, chat, viewerId, windowOf(url)))
  if (!page || page.messages.length > 0 || page.more) return page
  const material = await withTimeoutOrNull(
    'openings',
    timeoutMs,
    materialStatement(db, viewerId, { conversation: chat }).execute(),
  )
  return { ...page, openings: await toOpenings(material ?? [], viewerId, translator.locale.code) }
}

/** Null for a conversation that is not open yet or does not answer: in both cases there is nothing to show yet. */
async function pageOf(answer: ReturnType<typeof readHistory>): Promise<HistoryPage | null> {
  return (await answer)?.page ?? null
}

/** Found messages with their partners; excludes conversations that the member has left. */
async function findMessages({ env, db, viewerId, url, portraitOf }: LoadContext, query: string): Promise<SearchResults | null> {
  const found = await searchMessages(env, viewerId, query, parseSearchCursor(url.searchParams.get('older')))
  if (!found) return null
  const { hits, next, isComplete } = found
  const rows = await partnersAmongStatement(db, viewerId, [...new Set(hits.map(({ conversation }) => conversation))])
  const partners = new Map(rows.map((row) => [row.conversation, { ...row, avatar: portraitOf(row.avatar) }]))
  const results = hits.flatMap((hit) => {
    const partner = partners.get(hit.conversation)
    return partner ? [{ ...hit, partner }] : []
  })
  return { results, next, isComplete }
}

/** One message of a conversation, or null if it cannot be read. */
async function messageOf(env: Env, chat: string, viewerId: string, at: number): Promise<WireMessage | null> {
  const page = await pageOf(readHistory(env, chat, viewerId, { at, limit: 1 }))
  return page?.messages.find(({ seq }) => seq === at) ?? null
}
