import type { D1Decisions } from './d1-decisions.ts'
import { ownerless } from './reasons.ts'

/** What belongs to the site and to no member. */
export const siteTables = {
  areas: { export: ownerless, purge: 'stays' },
  cities: { export: ownerless, purge: 'stays' },
  jobFailures: { export: ownerless, purge: 'stays until it succeeds' },
  dayFigures: { export: ownerless, purge: 'stays' },
  redirects: { export: ownerless, purge: 'stays' },
  contentRevision: { export: ownerless, purge: 'stays' },
  legalVersions: { export: ownerless, purge: 'stays' },
  blogPosts: { export: ownerless, purge: 'stays' },
  blogTranslations: { export: ownerless, purge: 'stays' },
  cityFigures: { export: ownerless, purge: 'stays' },
  restores: { export: ownerless, purge: 'stays' },
  switches: { export: ownerless, purge: 'stays' },
} satisfies Partial<D1Decisions>
