/** The server-side API of this feature for other features. */
export { queueOf } from './queue.ts'
export { preselectedLanguages } from '../rules.ts'
export { isBookable, listSlots, upcomingSlots } from './slots.ts'
