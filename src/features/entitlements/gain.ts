import { boostMs } from './rules.ts'

const dayMs = 24 * 60 * 60_000
/** What a boost brought is measured against the same time of so many days before it. */
export const usualDays = 14
/** A boost that brought fewer extra views than this is made good by a shorter one. */
export const fewViews = 10

/** What came in one span of time. */
export type Counts = { views: number; likes: number; matches: number }
/** `day`: 0 for the boost itself, else so many days before it. */
export type DayCounts = Counts & { day: number }

const names = ['views', 'likes', 'matches'] as const

/**
 * What a boost brought beyond the usual: its own counts minus the mean of the same time of the 14 days before, in whole ones, and
 * never less than nothing. A younger member's mean is that of their own days.
 */
export function gainOf(days: readonly DayCounts[], startsAt: number, memberSince: number): Counts {
  const own = days.find(({ day }) => day === 0)
  const known = Math.min(usualDays, Math.max(0, Math.floor((startsAt - memberSince) / dayMs)))
  const usual = days.filter(({ day }) => day > 0 && day <= known)
  const beyond = (name: (typeof names)[number]) => {
    const mean = known === 0 ? 0 : usual.reduce((sum, counts) => sum + counts[name], 0) / known
    return Math.max(0, Math.floor((own?.[name] ?? 0) - mean))
  }
  return { views: beyond('views'), likes: beyond('likes'), matches: beyond('matches') }
}

/**
 * True when a boost brought so little that it is made good. Not for one that was itself given for that, and not for one that a
 * refund ended early.
 */
export function deservesGoodwill({ startsAt, endsAt }: { startsAt: number; endsAt: number }, { views }: Counts): boolean {
  return endsAt - startsAt === boostMs && views < fewViews
}
