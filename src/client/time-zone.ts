/** Stores the visitor's time zone in a cookie, so that the server renders the next page in local time. */
export function rememberTimeZone(): void {
  const zone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone)
  try {
    if (document.cookie.includes(`tz=${zone}`)) return
    document.cookie = `tz=${zone}; path=/; max-age=31536000; samesite=lax`
  } catch {
    // Cookies are forbidden: the server uses the account's zone.
  }
}
