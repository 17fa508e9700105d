/** The server-side API of this feature for other features and for pages. */
export { Bookings, type DatesAlarm } from './bookings.ts'
export { datesOf } from './client.ts'
export { DateStore } from './date-store.ts'
export { DatesHub } from './dates-hub.ts'
export { SeatFollower } from './seat-follower.ts'
