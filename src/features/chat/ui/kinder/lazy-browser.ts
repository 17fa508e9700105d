import { lazyInBrowser } from '#shared/react/lazy-component.tsx'

/** Fetched when a conversation has first messages of the other member. */
export const bothering = () => import('./bothering.ts')
export const BotherQuestion = lazyInBrowser(() => import('./bother-question.tsx').then((module) => module.BotherQuestion))
