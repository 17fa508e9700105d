/** True for a name that this runtime can tell the time by; forged ones, and those of newer browsers, are none. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return name !== ''
  } catch {
    return false
  }
}
