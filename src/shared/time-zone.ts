/** Returns true for a name that this runtime supports; false for forged ones, and for those of newer browsers. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return name !== ''
  } catch {
    return false
  }
}
