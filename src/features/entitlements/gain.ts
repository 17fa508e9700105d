import { boostMs } from './rules.ts'

const dayMs = 24 * 60 * 60_000
/** The results of a boost are compared with the same time on this many days before it. */
export const usualDays = 14
/** Below this number of extra views, a shorter boost is granted as compensation. */
export const fewViews = 10

/** What happened within one period. */
export type Counts = { views: number; likes: number; matches: number }
/** `day`: 0 for the boost itself, else the number of days before it. */
export type DayCounts = Counts & { day: number }

const names = ['views', 'likes', 'matches'] as const

/**
 * The extra results of a boost: its own counts minus the mean of the same time on the 14 days before, as whole numbers, never
 * below 0. For a newer member, the mean is that of their own days.
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
 * True if a boost achieved so little that it is compensated. Not for one that was itself a compensation, and not for one that a
 * refund ended early.
 */
export function deservesGoodwill({ startsAt, endsAt }: { startsAt: number; endsAt: number }, { views }: Counts): boolean {
  return endsAt - startsAt === boostMs && views < fewViews
}
