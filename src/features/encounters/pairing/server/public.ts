/** The server-side API of this feature for other features. */
export { queueOf } from './queue.ts'
export { isBookable, lobbyClosesAt, lobbyOpensAt, upcomingSlots } from '../rules.ts'
