/** In a member's cache: their chosen colour mode, for the shell. */
export const modeKey = '/_mode'
