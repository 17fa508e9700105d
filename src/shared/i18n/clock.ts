import { dateTimeFormat } from '../intl/formats.ts'

/** Returns a formatter for times of day, `21:30`, in a language. Few pages need one, so it is not in `Format`. */
export function createClock(lang: string): (time: string) => string {
  const clock = dateTimeFormat(lang, { timeStyle: 'short', timeZone: 'UTC' })
  return (time) => clock.format(Date.parse(`1970-01-01T${time}Z`))
}
