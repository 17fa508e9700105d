/** Kept per member; the oldest go first. */
export const keptNotifications = 200
/** Code points of a message shown in a notification or an inbox row. */
export const previewLength = 140
