import type { LikeCardView } from '#features/likes/contract.ts'
import { pageLanguage } from '#features/profile/contract.ts'
import { isInterest, loadThings, spokenBy, textLanguage, toPersonCard, visibleFields } from '#features/profile/server/public.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { photoPortrait, type PortraitOf } from '#shared/photo.ts'
import type { LikeRow } from './list-queries.ts'

type Reader = {
  now: number
  portraitOf: PortraitOf
  /** The page's. */
  code: LocaleCode
  /** On whose profile the tied things are: the viewer's, or null if each is on that of the row's own person. */
  ownerId: string | null
}

/**
 * Turns rows into their cards, with only the shared interests and without a location. A tied thing is shown while a stranger sees it on
 * the profile: hidden from others, it looks removed to its owner, too.
 */
export async function toLikeCards(rows: readonly LikeRow[], { now, portraitOf, code, ownerId }: Reader): Promise<LikeCardView[]> {
  const things = rows.some(({ tie }) => tie !== null) ? await loadThings() : null
  const photoOf = (key: string) => portraitOf(`${photoPortrait}${key}`)
  return rows.map((row) => {
    const mine = new Set(row.ownInterests ?? [])
    const { person, interests } = toPersonCard(row, now, portraitOf)
    const reading = { relation: 'stranger', photoOf, ownerId: ownerId ?? row.id } as const
    const tie = things && row.tie !== null ? things.readTie(row.tie, reading) : null
    return {
      ...person,
      sharedInterests: interests.filter(isInterest).filter((interest) => mine.has(interest)),
      at: row.at,
      ...(tie ? { tie } : {}),
      ...(tie?.line && ownerId !== null ? languagesOf(row, code) : {}),
      ...(row.conversationId ? { conversationId: row.conversationId } : {}),
    }
  })
}

/** What a reader needs to know of the languages of a line's writer. */
function languagesOf(row: LikeRow, code: LocaleCode): Pick<LikeCardView, 'languages' | 'writesIn'> {
  const own = row.ownLanguages ?? []
  const page = pageLanguage(code)
  const shown = visibleFields(row, 'stranger')
  return {
    languages: [...new Set([...shown.languages, ...own])],
    writesIn: textLanguage({ page, speaks: new Set(spokenBy(own, page)) }, shown.aboutLanguage).named,
  }
}
