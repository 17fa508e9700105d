/** How long an email that could not be sent is kept for an operator; see docs/data.md. */
export const failedEmailKeptMs = 7 * 24 * 60 * 60_000
