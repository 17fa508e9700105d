/** The files and pages of a build; its identifier follows. */
export const buildCachePrefix = 'build:'
/** In a member's cache: the colour mode that they chose, for the shell. */
export const modeKey = '/_mode'
