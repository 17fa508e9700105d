/** Remembers the visitor's time zone in a cookie, so that the server writes the next page in their hours. */
export function rememberTimeZone(): void {
  const zone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone)
  try {
    if (document.cookie.includes(`tz=${zone}`)) return
    document.cookie = `tz=${zone}; path=/; max-age=31536000; samesite=lax`
  } catch {
    // Cookies are forbidden: the server goes on with the account's zone.
  }
}
