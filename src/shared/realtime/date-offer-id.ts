/** Identifies the notification of a blind date waiting to be accepted. */
export const dateOfferId = (date: string) => `blind-offer:${date}`
