/** Returns a formatter for times of day, `21:30`, in a language. Few pages need one, so it is not in `Format`. */
export function createClock(lang: string): (time: string) => string {
  const clock = new Intl.DateTimeFormat(lang, { timeStyle: 'short', timeZone: 'UTC' })
  return (time) => clock.format(Date.parse(`1970-01-01T${time}Z`))
}
