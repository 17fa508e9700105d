import { lazyInBrowser } from '#shared/react/lazy-component.tsx'

/** Fetched when a line with unkind words is on screen. */
export const BotherBox = lazyInBrowser(() => import('./bother-box.tsx').then((module) => module.BotherBox))
