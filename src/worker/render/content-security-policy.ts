/**
 * Policy of a page. Scripts come from this origin. A streamed page adds its response's nonce, for the scripts with which React
 * inserts deferred parts. No `unsafe-*`, except for the styles that the development server injects.
 */
export function contentSecurityPolicy(options: {
  nonce?: string
  /** Hash of an inline script on a stored page: `sha256-…`. */
  script?: string
  socketOrigin: string
  isDevelopment?: boolean
  /** Another origin that a form may lead to: the payment provider's. */
  formTarget?: string | undefined
  /** The guest has agreed to the analytics pixel: its two hosts. */
  hasPixel?: boolean
}): string {
  const [library, reports] = options.hasPixel ? [' https://connect.facebook.net', ' https://www.facebook.com'] : ['', '']
  return [
    "default-src 'none'",
    `script-src 'self'${options.nonce ? ` 'nonce-${options.nonce}'` : ''}${options.script ? ` '${options.script}'` : ''}${library}`,
    `style-src 'self'${options.isDevelopment ? " 'unsafe-inline'" : ''}`,
    `img-src 'self' data: blob:${reports}`,
    "font-src 'self'",
    "media-src 'self'",
    `connect-src 'self' ${options.socketOrigin}${library}${reports}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    `form-action 'self'${options.formTarget ? ` ${options.formTarget}` : ''}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
