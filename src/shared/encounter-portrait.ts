/** Serves the drawing of a partner's alias to the two of an encounter (`?id=`) alone. */
export const encounterPortraitPath = '/api/encounters/portrait'

/** Its address for the notification about an encounter. */
export const encounterPortrait = (encounter: string): string => `${encounterPortraitPath}?id=${encounter}`
