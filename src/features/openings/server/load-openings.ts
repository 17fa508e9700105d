import type { toOpenings as makeOpenings, toSharedOpening as makeSharedOpening } from './openings.ts'

/** `toOpenings`, whose code an isolate evaluates with its first match. Without rows there are none. */
export const toOpenings: typeof makeOpenings = async (rows, ...reader) =>
  rows.length === 0 ? [] : (await import('./openings.ts')).toOpenings(rows, ...reader)

/** `toSharedOpening`, in the same way. Without rows there is none. */
export const toSharedOpening: typeof makeSharedOpening = async (rows, ...reader) =>
  rows.length === 0 ? null : (await import('./openings.ts')).toSharedOpening(rows, ...reader)

/** Returns the opening whose number is in the URL (`say`, from 1), for the field; '' without one. */
export function openingOf(openings: readonly string[], { searchParams }: URL): string {
  return openings[Number(searchParams.get('say')) - 1] ?? ''
}
