import { readFileSync } from 'node:fs'
import { convertIcsCalendar } from 'ts-ics'
import { describe, expect, test } from 'vitest'
import { locales } from '#shared/i18n/locales.ts'
import { writeCalendarFile } from './calendar-file.ts'

const entry = (title: string, text: string, lang = 'en') => ({
  slot: Date.UTC(2027, 2, 27, 18),
  origin: 'https://kismet.example',
  lang,
  title,
  text,
  url: `https://kismet.example/${lang}/blind-dates`,
  now: Date.UTC(2027, 2, 24, 12),
})

type Emails = { date: { calendar: string; text: string } }
const readEmails = (code: string) => JSON.parse(readFileSync(`locales/${code}/emails.json`, 'utf8')) as Emails

/** Checks the format of every line, and returns the lines unfolded. */
function unfold(file: string): string[] {
  expect(file.endsWith('\r\n')).toBe(true)
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of file.split('\r\n')) {
    expect(new TextEncoder().encode(line).byteLength, line).toBeLessThanOrEqual(75)
    expect(line.isWellFormed(), line).toBe(true)
  }
  return file.replaceAll('\r\n ', '').trimEnd().split('\r\n')
}

const escaped = (text: string) =>
  text.replaceAll('\\', '\\\\').replaceAll(';', '\\;').replaceAll(',', '\\,').replaceAll('\n', '\\n')

describe('a file of a booked evening', () => {
  test.each(locales.map(({ code, lang }) => [code, lang]))(
    'has lines of 75 octets at most and every text escaped in %s',
    (code, lang) => {
      const { date } = readEmails(code)
      const [title, text] = [date.calendar.replace('{{brand}}', 'Kismet'), date.text]
      const file = writeCalendarFile(entry(title, text, lang))
      const lines = unfold(file)
      expect(lines.filter((line) => line === `SUMMARY:${escaped(title)}`)).toHaveLength(1)
      expect(lines.filter((line) => line.startsWith('DESCRIPTION:'))).toEqual([
        `DESCRIPTION:${escaped(`${text}\n${entry('', '', lang).url}`)}`,
        `DESCRIPTION:${escaped(title)}`,
      ])
      expect(convertIcsCalendar(undefined, file).events?.[0]).toMatchObject({ summary: title })
    },
  )

  test.each(['a', 'é', 'ї', '字', '🎉', '👨‍👩‍👧‍👦', ',', ';', '\\', ' ', 'aї字🎉'])(
    'is folded between characters, wherever they fall: %s',
    (character) => {
      for (let shift = 0; shift < 80; shift += 1) {
        const title = `${'x'.repeat(shift)}${character.repeat(90)}x`
        expect(unfold(writeCalendarFile(entry(title, title)))).toContain(`SUMMARY:${escaped(title)}`)
      }
    },
  )

  test('escapes what has a meaning, in the alarm too, and writes line ends of every kind as one', () => {
    const lines = unfold(writeCalendarFile(entry('a,b;c\\d\r\ne\rf\u0007', 'one\ntwo, three')))
    expect(lines.filter((line) => /^(?:SUMMARY|DESCRIPTION):/.test(line))).toEqual([
      'SUMMARY:a\\,b\\;c\\\\d\\ne\\nf',
      'DESCRIPTION:one\\ntwo\\, three\\nhttps://kismet.example/en/blind-dates',
      'DESCRIPTION:a\\,b\\;c\\\\d\\ne\\nf',
    ])
  })

  test('nests its parts, and begins five minutes after its alarm', () => {
    const lines = unfold(writeCalendarFile(entry('a', 'b')))
    expect(lines.filter((line) => /^(?:BEGIN|END):/.test(line)).join(' ')).toBe(
      'BEGIN:VCALENDAR BEGIN:VEVENT BEGIN:VALARM END:VALARM END:VEVENT END:VCALENDAR',
    )
    expect(lines).toEqual(expect.arrayContaining(['DTSTART:20270327T180000Z', 'DTEND:20270327T181500Z', 'TRIGGER:-PT5M']))
  })
})
