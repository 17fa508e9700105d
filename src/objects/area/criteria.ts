import type { AreaQuery } from '#features/nearby/server/areas/contract.ts'
import { latestBirthDate } from '#features/nearby/rules.ts'
import { choices, intents, onlineMs } from '#features/profile/contract.ts'
import { dayNumber, genderMask, languageMask, utcDay } from '#features/profile/server/public.ts'
import { flagBits, interestMasks, maskIn } from './columns.ts'

/** The answers that a filter of premium allows: each a mask, 0 for any. */
type Premium = {
  minHeight: number
  maxHeight: number
  drinking: number
  smoking: number
  education: number
  kids: number
  interests: [low: number, high: number] | null
}

/** A query as numbers to compare with the columns. The conditions are those of the list's SQL (`mayMeetSql`). */
export type Criteria = {
  genderMask: number
  seeksMask: number
  age: number
  /** Dates of birth as numbers: after the first, and not after the second. */
  bornAfter: number
  bornUntil: number
  /** 0: any. */
  genders: number
  intents: number
  /** Null: any; 0: none of them. */
  languages: number | null
  /** Flags that a candidate needs. */
  flags: number
  activeSince: number
  premium: Premium | null
}

export function criteriaOf({ seeker, view, now }: AreaQuery): Criteria {
  const today = utcDay(now)
  const day = dayNumber(today)
  // As the SQL does: the viewer's range, narrowed by the filter's.
  const born = (age: number) => dayNumber(latestBirthDate(age, today))
  const after = [born(seeker.seeksAgeMax + 1), ...(view.ageMax === null ? [] : [born(view.ageMax + 1)])]
  const until = [born(seeker.seeksAgeMin), ...(view.ageMin === null ? [] : [born(view.ageMin)])]
  return {
    genderMask: seeker.genderMask,
    seeksMask: seeker.seeksMask,
    age: Math.trunc((day - dayNumber(seeker.birthDate)) / 10_000),
    bornAfter: Math.max(...after),
    bornUntil: Math.min(...until),
    genders: genderMask(view.genders),
    intents: maskIn(intents, view.intents),
    languages: view.speaks === null ? null : languageMask(seeker.languages),
    flags:
      (view.online ? flagBits.showsOnline : 0) | (view.verified ? flagBits.verified : 0) | (view.photo ? flagBits.hasPhoto : 0),
    activeSince: view.online ? now - onlineMs : Number.NEGATIVE_INFINITY,
    premium: seeker.hasPremium ? premiumOf(view.premium) : null,
  }
}

function premiumOf(premium: AreaQuery['view']['premium']): Premium | null {
  if (Object.keys(premium).length === 0) return null
  const listed = (name: 'drinking' | 'smoking' | 'education' | 'kids') => maskIn(choices[name], premium[name]?.split(',') ?? [])
  const asksHeight = (premium.heightMin ?? premium.heightMax) !== undefined
  return {
    // 0 is no answer, which no range contains.
    minHeight: asksHeight ? Math.max(1, Number(premium.heightMin ?? 0)) : 0,
    maxHeight: asksHeight ? Number(premium.heightMax ?? 1000) : 1000,
    drinking: listed('drinking'),
    smoking: listed('smoking'),
    education: listed('education'),
    kids: listed('kids'),
    interests: premium.interest === undefined ? null : interestMasks(premium.interest.split(',')),
  }
}
