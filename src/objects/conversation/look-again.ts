/** An alarm 5 to 10 s after a message makes every hub store it, and delivers again to hubs that have restarted. */
export const lookAgainMs = 5_000

/** Conversations that begin together must not all run their alarm at the same moment. */
export const lookAgainAt = (): number => Date.now() + lookAgainMs * (1 + Math.random())
