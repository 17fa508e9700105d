import type { Database } from '#db/database.ts'
import { preselectedLanguages } from '#features/encounters/pairing/rules.ts'
import { upcomingSlots } from '#features/encounters/pairing/server/public.ts'
import { timeZoneStatement } from '#features/settings/server/queries.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import type { Env } from '#server/env.ts'
import { readAttendance, readerStatement } from '#features/encounters/dates/server/read-attendance.ts'
import type { NextEvening } from '#features/encounters/dates/contract.ts'
import type { PhotoNews, PhotoView } from '#features/photos/contract.ts'
import { addressesFor, photoNewsStatement, shownPhotosStatement, toPhotoNews, toPhotos } from '#features/photos/server/public.ts'
import { profileFields, type OwnProfileProps } from '#features/profile/contract.ts'
import { ownProfileStatement } from '#features/profile/server/own-queries.ts'
import { readerOf } from '#features/profile/server/reader-of.ts'
import { toPerson } from '#features/profile/server/person.ts'
import { completenessOf, answeredFields, visibleFields } from '#features/profile/server/public.ts'
import { answeredCount } from '#features/quiz/server/public.ts'
import { notFound } from '#shared/errors.ts'
import { defineLoad } from '#server/pages/load.ts'

export default defineLoad({
  statements: ({ db, viewerId }) =>
    [ownProfileStatement(db, viewerId), shownPhotosStatement(db, viewerId), photoNewsStatement(db, viewerId)] as const,
  async props(
    { env, db, viewerId, url, now, portraitOf, translator },
    [[row], photos, news],
  ): Promise<
    OwnProfileProps & {
      photos: PhotoView[]
      photoNews: PhotoNews
      quizAnswered: number
      arrived: boolean
      evening: NextEvening | null
    }
  > {
    if (!row) throw notFound()
    const as = url.searchParams.get('as') === 'match' ? 'match' : 'everyone'
    const relation = as === 'match' ? 'match' : 'stranger'
    const answered = answeredFields(row)
    const arrived = url.searchParams.has('arrived')
    const shown = answeredFields(visibleFields(row, relation))
    return {
      // The viewer's own badge is shown, even if others cannot see it.
      person: toPerson({ ...row, avatar: row.portrait, showsPremium: true }, relation, {
        now,
        portraitOf,
        reader: await readerOf(row.languages, translator.locale.code),
      }),
      as,
      completeness: completenessOf(row),
      missing: [...(row.portrait ? [] : ['avatar' as const]), ...profileFields.filter((field) => !answered.has(field))],
      hidden: profileFields.filter((field) => answered.has(field) && !shown.has(field)),
      quizAnswered: answeredCount(row.quiz),
      arrived,
      // Asked on this page alone, which a member sees once.
      evening:
        arrived && row.state !== 'paused'
          ? await readNextEvening({ env, db, viewerId, now, locale: translator.locale.code })
          : null,
      paused: row.state === 'paused',
      photoNews: toPhotoNews(news),
      photos: toPhotos(photos, await addressesFor(env, viewerId, now)),
    }
  },
  title: ({ translator }, { arrived }) => translator.t(arrived ? 'profile.arrival.title' : 'profile.own.title'),
})

type Asked = {
  env: Pick<Env, 'MATCHMAKER' | 'MATCHMAKER_SHARDS'>
  db: Database
  viewerId: string
  now: number
  locale: LocaleCode
}

/**
 * The next evening of blind dates for a member who has booked none yet: of its slots the one to which most come who could suit
 * them, or the first. Null without a member.
 */
async function readNextEvening({ env, db, viewerId, now, locale }: Asked): Promise<NextEvening | null> {
  const [[member], [profile]] = await db.batch([timeZoneStatement(db, viewerId), readerStatement(db, viewerId)])
  if (!member || !profile) return null
  const { timeZone } = member
  const [first = now, second] = upcomingSlots(now, timeZone)
  const languages = preselectedLanguages({ last: null, spoken: profile.languages }, locale)
  const attendance = await readAttendance(env, { member: viewerId, languages, criteria: profile.criteria })
  const peopleAt = (slot: number) => attendance?.find((each) => each.slot === slot)?.people ?? null
  const isSameEvening = second !== undefined && second - first <= eveningMs
  const slot = isSameEvening && (peopleAt(second) ?? 0) > (peopleAt(first) ?? 0) ? second : first
  return { slot, people: peopleAt(slot), timeZone }
}

/** Between the two slots of an evening lies an hour; between two evenings lie days. */
const eveningMs = 3 * 60 * 60_000
