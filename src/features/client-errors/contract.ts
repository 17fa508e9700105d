import { action } from '#shared/routing/action.ts'

/** Errors of browsers, reported by a script (src/client/errors). */
export const clientErrorActions = { report: action('/api/errors', '', { openToRestricted: true }) }

/**
 * How an error occurred: on its own, in a promise, or while React hydrated the server's HTML. `extension`: during hydration,
 * because a browser extension had added an element.
 */
export const errorKinds = ['error', 'rejection', 'hydration', 'extension'] as const
export type ErrorKind = (typeof errorKinds)[number]

/** Names of errors that are reported unchanged; any other becomes `Error`. */
export const errorNames = [
  'Error',
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'URIError',
  'AggregateError',
  'AppError',
  'RequestError',
  'SignedOutError',
  'DataCloneError',
  'InvalidStateError',
  'NetworkError',
  'NotAllowedError',
  'NotFoundError',
  'NotSupportedError',
  'QuotaExceededError',
  'SecurityError',
  'TimeoutError',
] as const
export type ErrorName = (typeof errorNames)[number]

/** Maximum number of a stack's frames, and of a page's reports. */
export const maxFrames = 12
export const maxReports = 5

/**
 * Everything that a browser reports about an error. Nothing of it is free text: neither the error's message nor content of the
 * page.
 */
export type ErrorReport = {
  /** Random, for this report. */
  id: string
  build: string
  /** Key of the page's route, or `not-found`. */
  route: string
  kind: ErrorKind
  name: ErrorName
  /** Meaning of a known message: `import`, `network`, `react-418`. */
  code?: string
  /** This site's files with line and column, such as `start-zM8kVSZ.js:1:204`; the innermost first. */
  frames: string[]
}
