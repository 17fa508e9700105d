/** Writes times of the day, `21:30`, as the clocks of a language show them. Few pages do: it is no part of `Format`. */
export function createClock(lang: string): (time: string) => string {
  const clock = new Intl.DateTimeFormat(lang, { timeStyle: 'short', timeZone: 'UTC' })
  return (time) => clock.format(Date.parse(`1970-01-01T${time}Z`))
}
