/** Serves the drawing of a partner's alias (`?id=`), only to the two of an encounter. */
export const encounterPortraitPath = '/api/encounters/portrait'

/** Its URL for the notification about an encounter. */
export const encounterPortrait = (encounter: string): string => `${encounterPortraitPath}?id=${encounter}`
