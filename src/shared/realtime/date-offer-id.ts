/** Identifies the notification that a blind date waits to be accepted. */
export const dateOfferId = (date: string) => `blind-offer:${date}`
