import { generateIcsCalendar } from 'ts-ics'

export type CalendarEntry = {
  /** ms. */
  slot: number
  /** The deployment's address, which makes the id unique in the world. */
  origin: string
  /** BCP 47. */
  lang: string
  title: string
  text: string
  /** Where the date takes place. */
  url: string
  now: number
}

/** Offer, talk, its extension and vote take less. */
const lengthMs = 15 * 60_000

/**
 * Writes a booked evening as an iCalendar file (RFC 5545). Times are in UTC, so that calendars show them right on either side of
 * a change of clocks. The id is that of the slot, so a second download replaces the first.
 */
export function writeCalendarFile({ slot, origin, lang, title, text, url, now }: CalendarEntry): string {
  const start = new Date(slot)
  return generateIcsCalendar({
    version: '2.0',
    prodId: `-//Kismet//Blind dates//${lang.toUpperCase()}`,
    events: [
      {
        uid: `blind-date-${start.toISOString().replaceAll(/[-:.]/g, '')}@${new URL(origin).hostname}`,
        stamp: { date: new Date(now) },
        start: { date: start },
        end: { date: new Date(slot + lengthMs) },
        summary: title,
        description: `${text}\n${url}`,
        url,
        alarms: [
          {
            action: 'DISPLAY',
            description: title,
            trigger: { type: 'relative', value: { before: true, minutes: 5 } },
          },
        ],
      },
    ],
  })
}
