/** In a member's cache: the colour mode that they chose, for the shell. */
export const modeKey = '/_mode'
