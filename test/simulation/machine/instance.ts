import type { ObjectStorage } from './object-storage.ts'
import type { ServerSocket } from './socket.ts'

export type Method = (...input: readonly unknown[]) => unknown

/** Where in a step an object crashes: its writes are lost; or they last, and what it sends is lost; or all of it is done. */
export const crashPoints = ['before-commit', 'before-sending', 'after-sending'] as const

/** An object in memory. Whatever it waits for never comes once it is gone. */
export type Instance = {
  key: string
  kind: string
  name: string
  object: Record<string, Method>
  storage: ObjectStorage
  /** So far off is its clock (ms). */
  skewMs: number
  isGone: boolean
  /** How this step will end, if not as it should. */
  crash: (typeof crashPoints)[number] | null
  /** What this step sends; it leaves when the step's writes last. */
  outbox: (() => void)[]
  /** How callers learn that it crashed before it has answered. */
  unanswered: Set<() => void>
  /** Answers and timers that it waits for. */
  awaited: number
  sockets: Set<ServerSocket>
}

/** How one object or its network misbehaves: chances at each step, call or alarm. */
export type Disorder = {
  /** A call gets lost on its way, and as much its answer. */
  lost: number
  /** An object crashes at the end of a step, by kind: before its writes last, before what it sends leaves, or right after. */
  crashes: Readonly<Record<string, number>>
  /** An object that waits for nothing is taken out of memory; its sockets stay. */
  evictions: number
  /** A call that may be repeated arrives twice. */
  repeats: number
  delayedAlarms: number
  repeatedAlarms: number
  /** So far off, either way, is the clock of an object until it starts again (ms). */
  skewMs: number
}

export const order: Disorder = {
  lost: 0,
  crashes: {},
  evictions: 0,
  repeats: 0,
  delayedAlarms: 0,
  repeatedAlarms: 0,
  skewMs: 0,
}
