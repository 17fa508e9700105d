import { expect, vi } from 'vitest'
import { canariesIn, type Watched } from './canaries.ts'

/** Collects everything written to the console from now on, until mocks are restored; nothing is printed. */
export function watchLog(): string[] {
  const lines: string[] = []
  for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const)
    vi.spyOn(console, name).mockImplementation((...parts: unknown[]) => void lines.push(parts.map(String).join(' ')))
  return lines
}

/** Secrets of a walk that are in the log, which must contain a line for it. */
export function secretsIn(lines: readonly string[], { viewer, other, conversation, canaries }: Watched): string[] {
  expect(lines.length).toBeGreaterThan(0)
  const more = { token: viewer.token, viewer: viewer.id, member: other.id, conversation, text: 'watermelon' }
  return canariesIn(lines.join('\n'), { ...canaries, ...more })
}

/** The facts of the lines with this source. */
export function linesOf(lines: readonly string[], what: string): Record<string, unknown>[] {
  return lines.map((line): Record<string, unknown> => JSON.parse(line)).filter((facts) => facts['what'] === what)
}
