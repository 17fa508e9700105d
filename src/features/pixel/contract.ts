import { action } from '#shared/routing/action.ts'

export const pixelChoices = ['accepted', 'declined'] as const

/** Our own cookie for the choice. It has no prefix `__Host-`, which would mark a visitor who must get no stored page. */
export const pixelCookie = { name: 'ad-measurement', maxAgeSeconds: 180 * 24 * 60 * 60 } as const

/** Cookies that the library sets on our site when it runs: a refusal deletes them. */
export const libraryCookies = ['_fbp', '_fbc'] as const

/** Anchor of the bar, to which the footer links. */
export const pixelAnchor = 'ad-measurement'

export const pixelActions = { choose: action('/api/pixel', 'pixel') }
