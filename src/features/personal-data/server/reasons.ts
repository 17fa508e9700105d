/** Decisions and reasons that many tables share. */
export const ownerless = { because: "no one's data" } as const
export const cascade = 'deleted by cascade'
export const owner = "the account's own id"
export const staff = 'an id of staff'
export const secret = 'a secret'
export const sums = 'follows from other columns'
export const progress = 'progress of our own work'
export const stranger = 'not of somebody met as a stranger; otherwise given as the profile'
export const deviceNumber = 'a number of the sending device'
