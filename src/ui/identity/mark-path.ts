/** Two dots and the line between them, which also reads as a k; in a box of 48 by 48. */
export const markPath =
  'M6 40C14 37 23 23 22.5 11C22 3.500 15 4 14.500 13C14 24 14.500 33 14.500 42C14.500 32 21 22 29 22.500C36 23.500 33 32 22 31.500C29 32 32 42 42 38'
/** Its dots, at the start and the end of the line. */
export const markDots = [
  { cx: 6, cy: 40, r: 4.2 },
  { cx: 42, cy: 38, r: 4.2 },
] as const
