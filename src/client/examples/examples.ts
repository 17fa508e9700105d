import { startMap } from './map.ts'
import { startMatch } from './match.ts'

const starts: Record<string, ((example: HTMLElement) => void) | undefined> = { map: startMap, match: startMatch }

export function startExamples(examples: Iterable<HTMLElement>): void {
  for (const example of examples) starts[example.dataset['example'] ?? '']?.(example)
}
