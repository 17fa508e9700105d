import { createLogger, type Logger } from 'vite'

/** Warnings about intended things, or about Vite's own parts: there is nothing to fix. */
const expected = [
  // postcss-modules, which Vite ships, reads the file of a `composes` without a name. Our files name their assets from the root.
  'A PostCSS plugin did not pass the `from` option',
]

/** Vite's logger without expected warnings. */
export function quietLogger(logger: Logger = createLogger('warn')): Logger {
  const isExpected = (message: string) => expected.some((part) => message.includes(part))
  const { warn, warnOnce } = logger
  logger.warn = (message, options) => isExpected(message) || warn(message, options)
  logger.warnOnce = (message, options) => isExpected(message) || warnOnce(message, options)
  return logger
}
