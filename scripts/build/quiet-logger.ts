import { createLogger, type Logger } from 'vite'

/** Warnings about what is so on purpose, or about what Vite itself brings: nobody can act on them. */
const expected = [
  // postcss-modules, which Vite ships, reads the file of a `composes` without a name. Our files name their assets from the root.
  'A PostCSS plugin did not pass the `from` option',
]

/** Vite's logger without warnings that are expected. */
export function quietLogger(logger: Logger = createLogger('warn')): Logger {
  const isExpected = (message: string) => expected.some((part) => message.includes(part))
  const { warn, warnOnce } = logger
  logger.warn = (message, options) => isExpected(message) || warn(message, options)
  logger.warnOnce = (message, options) => isExpected(message) || warnOnce(message, options)
  return logger
}
