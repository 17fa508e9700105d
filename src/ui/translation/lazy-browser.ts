import { lazyInBrowser } from '#shared/react/lazy-component.tsx'

/** Fetched for a text in another language, in a browser that can translate. */
export const TranslateControl = lazyInBrowser(() => import('./translate-control.tsx').then((module) => module.TranslateControl))
