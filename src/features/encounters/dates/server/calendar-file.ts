export type CalendarEntry = {
  /** ms. */
  slot: number
  /** The deployment's URL, which makes the id globally unique. */
  origin: string
  /** BCP 47. */
  lang: string
  title: string
  text: string
  /** Where the date takes place. */
  url: string
  now: number
}

/** Offer, talk, extension and vote take less time. */
const lengthMs = 15 * 60_000
/** Octets of a line without its line break (RFC 5545 §3.1). */
const lineOctets = 75

/**
 * Writes a booked evening as an iCalendar file (RFC 5545). Times are in UTC, so that calendars show them correctly before and
 * after a clock change. The id is that of the slot, so a second download replaces the first.
 */
export function writeCalendarFile({ slot, origin, lang, title, text, url, now }: CalendarEntry): string {
  const id = new Date(slot).toISOString().replaceAll(/[-:.]/g, '')
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Kismet//Blind dates//${lang.toUpperCase()}`,
    'BEGIN:VEVENT',
    `UID:blind-date-${id}@${new URL(origin).hostname}`,
    `DTSTAMP:${toUtc(now)}`,
    `DTSTART:${toUtc(slot)}`,
    `DTEND:${toUtc(slot + lengthMs)}`,
    `SUMMARY:${escapeText(title)}`,
    `DESCRIPTION:${escapeText(`${text}\n${url}`)}`,
    `URL:${url}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escapeText(title)}`,
    'TRIGGER:-PT5M',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

const toUtc = (at: number) => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')

/** A value of type TEXT (RFC 5545 §3.3.11): a line break is written as `\n`, and other control characters are not allowed. */
const escapeText = (text: string) =>
  text
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n?|\n/g, '\\n')
    // eslint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')

/** Breaks a line between code points, so that no part has more than 75 octets; each part but the first begins with a space. */
function fold(line: string): string {
  let folded = ''
  let octets = 0
  for (const character of line) {
    const own = octetsOf(character.codePointAt(0) ?? 0)
    if (octets + own > lineOctets) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += own
  }
  return folded
}

/** In UTF-8. */
const octetsOf = (codePoint: number) => (codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4)
