/** Life of the two tokens. */
export const accessTokenMs = 10 * 60_000
export const refreshTokenMs = 60 * 24 * 60 * 60_000
/** A superseded refresh token answers its successor for so long; later its use revokes the session. */
export const refreshGraceMs = 30_000
