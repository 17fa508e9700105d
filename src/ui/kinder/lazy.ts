/** With the first character of a text that is asked about. */
export const loadAskKindly = () => import('./ask-kindly.tsx')
