import { keepLatest } from './keep-latest.ts'

/**
 * How long a page waits for an area, and how long an area that has not answered is left alone, so that not every page waits for it;
 * ms. Tests on busy machines wait longer.
 */
export const areaLimits = { answerMs: 500, leftAloneMs: 5000 }
const mostRemembered = 1000

const until = new Map<string, number>()

/** `at`: ms of the real clock. */
export const noteAway = (name: string, at: number) => keepLatest(until, name, at + areaLimits.leftAloneMs, mostRemembered)

/** Whether an object has not answered in the last seconds. */
export const isAway = (name: string, at: number): boolean => (until.get(name) ?? 0) > at
