import { startMap } from './map.ts'
import { startMatch } from './match.ts'

export function startExamples(examples: Iterable<HTMLElement>): void {
  for (const example of examples) {
    if (example.dataset['example'] === 'map') startMap(example)
    else startMatch(example)
  }
}
