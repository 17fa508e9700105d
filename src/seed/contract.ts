import * as v from 'valibot'
import { drawnPosts } from '#features/blog/contract.ts'
import { locales } from '#shared/i18n/locales.ts'
import { action } from '#shared/routing/action.ts'

/** How many were added; 0 if they already exist. */
export type SeedReport = { seeded: boolean; members: number; conversations: number }

export const seedActions = { seed: action<SeedReport>('/api/demo/seed', '') }

/** A post of `src/seed/posts/{slug}/{locale}.md`, as read by scripts/build/read-posts.ts, because a worker has no files. */
export const postText = v.object({
  slug: v.picklist(drawnPosts),
  locale: v.picklist(locales.map(({ code }) => code)),
  title: v.string(),
  description: v.string(),
  body: v.string(),
})
export type PostText = v.InferOutput<typeof postText>
