import { action } from '#shared/routing/action.ts'

/** Errors of browsers, reported by a script (src/client/errors). */
export const clientErrorActions = { report: action('/api/errors', '', { openToRestricted: true }) }

/**
 * How an error came up: on its own, in a promise, or while React took over what the server had rendered. `extension`: there, because
 * somebody else had added an element.
 */
export const errorKinds = ['error', 'rejection', 'hydration', 'extension'] as const
export type ErrorKind = (typeof errorKinds)[number]

/** Names of errors that are reported as they are; any other is an `Error`. */
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

/** At most so many frames of a stack, and so many reports of a page. */
export const maxFrames = 12
export const maxReports = 5

/** All that a browser says about an error. Nothing of it is a text: neither the error's message nor anything of the page. */
export type ErrorReport = {
  /** Random, for this report. */
  id: string
  build: string
  /** Key of the page's route, or `not-found`. */
  route: string
  kind: ErrorKind
  name: ErrorName
  /** What a known message means: `import`, `network`, `react-418`. */
  code?: string
  /** Files of ours with line and column, such as `start-zM8kVSZ.js:1:204`; the innermost first. */
  frames: string[]
}
