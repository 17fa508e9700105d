/** Words and question, fetched when somebody writes a first message or has got one. */
export const unkindWords = () => import('./is-unkind.ts')
export const kinderQuestion = () => import('./kinder-question.tsx')
