/** One person at a time is shown there. */
export const deckQuery = '(max-width: 599.98px)'
