/** First segments of addresses of ours that are no pages. */
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

/** Whether an address is none of our pages, though a city's page would match it: `/ops` and the like. */
export function isServicePath(pathname: string): boolean {
  return serviceNames.includes(pathname.split('/')[1] ?? '')
}
