import type { ReactNode } from 'react'

/** Seeds of the portraits on this page. Clara and Theo are the couple in the texts. */
export const faces = {
  clara: 'f-4',
  theo: 'm-14',
  likes: ['f-17', 'f-4', 'm-16'],
  lena: 'f-17',
} as const

/**
 * Draws a stranger's portrait from a seed, as encounters do. The page passes it in, because features do not import each other's
 * ui.
 */
export type DrawAlias = (seed: string) => ReactNode

/** Seeds of such portraits (8 hex digits). */
export const strangers = { one: '1a2b3c4d', two: '4aaaaa03', three: '4cdf0074', four: '651eb74f' } as const
