/** The server-side API of this feature for other features. */
export { isBookable, lobbyClosesAt, lobbyOpensAt, upcomingSlots } from '../rules.ts'
