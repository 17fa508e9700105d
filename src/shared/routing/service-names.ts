/** First path segments of our URLs that are not pages. */
export const serviceNames: readonly string[] = [
  'api',
  'ops',
  'realtime',
  'builds',
  'healthz',
  'avatars',
  'photos',
  'assets',
  'locales',
  'og',
  'sounds',
  'sitemaps',
  'icons',
  'screenshots',
]

/** Whether a path is not a page, although a city's route would match it: `/ops` and the like. */
export function isServicePath(pathname: string): boolean {
  return serviceNames.includes(pathname.split('/')[1] ?? '')
}
