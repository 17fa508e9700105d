/** Windows that show one person at a time. */
export const deckQuery = '(max-width: 599.98px)'
