import { action } from '#shared/routing/action.ts'

export const pixelChoices = ['accepted', 'declined'] as const

/** Our own cookie for the choice. Without the prefix `__Host-`, which marks a visitor for whom no stored page is right. */
export const pixelCookie = { name: 'ad-measurement', maxAgeSeconds: 180 * 24 * 60 * 60 } as const

/** Cookies that the library sets on our site when it runs: a refusal takes them away. */
export const libraryCookies = ['_fbp', '_fbc'] as const

/** Anchor of the bar, to which the footer leads. */
export const pixelAnchor = 'ad-measurement'

export const pixelActions = { choose: action('/api/pixel', 'pixel') }
