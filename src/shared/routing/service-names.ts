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
