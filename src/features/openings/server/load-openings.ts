import type { toOpenings as makeOpenings } from './openings.ts'

/** `toOpenings`, whose code an isolate evaluates with its first match. Without rows there are none. */
export const toOpenings: typeof makeOpenings = async (rows, ...reader) =>
  rows.length === 0 ? [] : (await import('./openings.ts')).toOpenings(rows, ...reader)

/** Returns the opening whose number is in the URL (`say`, from 1), for the field; '' without one. */
export function openingOf(openings: readonly string[], { searchParams }: URL): string {
  return openings[Number(searchParams.get('say')) - 1] ?? ''
}
