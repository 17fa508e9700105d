import { lazyInBrowser } from '#shared/react/lazy-component.tsx'

/** Fetched when a conversation has begun with a message of the other member. */
export const BotherQuestion = lazyInBrowser(() => import('./bother-question.tsx').then((module) => module.BotherQuestion))
/** Fetched when somebody writes a first message. */
export const kinderPart = () => import('#ui/kinder/ask-kindly.tsx')
