import {
  ageOn,
  isIntent,
  isInterest,
  isSpokenLanguage,
  textLanguage,
  toPromptAnswerViews,
  utcDay,
  visibleFields,
  type Reader,
} from '#features/profile/server/public.ts'
import { formatCursor } from '#db/time-cursor.ts'
import type { Translator } from '#shared/i18n/translator.ts'
import type { PortraitOf } from '#shared/photo.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { pageSize, type OwnPublicProfile, type PublicCard, type PublicPerson } from '../contract.ts'
import type { listPublicStatement, ownPublicStatement } from './queries.ts'

type CardRow = Awaited<ReturnType<typeof listPublicStatement>>[number]
type OwnRow = Awaited<ReturnType<typeof ownPublicStatement>>[number]

/** `translator` has the messages of profiles and of this page. */
export type Readers = { translator: Translator; portraitOf: PortraitOf; reader: Reader; now: number }

type PersonRow = Omit<CardRow, 'publicId' | 'since' | 'prompts'> & { publicId: string | null; prompts: string[] | null }

/**
 * Returns what everyone may read about a member: to a guest, each member is a stranger. The URLs of the portrait and of the page
 * belong to this consent.
 */
function toPublicPerson(row: PersonRow, { translator, portraitOf, reader, now }: Readers): PublicPerson {
  const { firstName, prompts } = row
  const { t, format } = translator
  const { about, aboutLanguage, promptAnswers, intent, interests, languages } = visibleFields(row, 'stranger')
  const ticked = promptAnswers.filter(({ prompt }) => prompts?.includes(prompt))
  return {
    firstName,
    title: t('public-profile.person', { name: firstName, age: ageOn(row.birthDate, utcDay(now)) }),
    portrait: portraitOf(row.portrait, row.publicId ?? undefined),
    intent: intent !== null && isIntent(intent) ? t(`profile.intent.${intent}`) : '',
    about,
    aboutIn: textLanguage(reader, about === '' ? null : aboutLanguage),
    answers: toPromptAnswerViews(ticked, reader),
    interests: interests.filter(isInterest).map((interest) => t(`profile.interest.${interest}`)),
    languages: format.list(languages.filter(isSpokenLanguage).map((language) => t(`profile.language.${language}`))),
  }
}

export function toPublicCard(row: CardRow, readers: Readers): PublicCard {
  return { ...toPublicPerson(row, readers), publicId: row.publicId }
}

/** Returns a page of the list; the statement reads one row more than there are cards. */
export function toPublicPage(rows: readonly CardRow[], readers: Readers): { people: PublicCard[]; next: string | null } {
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  return {
    people: shown.map((row) => toPublicCard(row, readers)),
    next: last && rows.length > pageSize ? formatCursor({ at: last.since, id: last.publicId }) : null,
  }
}

/** Returns the member's own consent and preview; `origin` is that of the public URL. */
export function toOwnPublicProfile(row: OwnRow, origin: string, readers: Readers): OwnPublicProfile {
  const { publicId, since, discoverable } = row
  const { locale, format } = readers.translator
  return {
    consent:
      publicId === null || since === null
        ? null
        : {
            address: origin + href(routes.publicProfile, {}, { locale: locale.code, query: { id: publicId } }),
            since: format.date(since),
          },
    isPaused: !discoverable,
    answers: toPromptAnswerViews(visibleFields(row, 'stranger').promptAnswers, readers.reader).map((answer) => ({
      ...answer,
      isPublic: row.prompts?.includes(answer.prompt) ?? false,
    })),
    preview: toPublicPerson(row, readers),
  }
}
