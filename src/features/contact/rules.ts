const dayMs = 24 * 60 * 60_000

/** How long a message is kept: from its day, or from its answer (docs/data.md). */
export const messageKeptMs = 365 * dayMs

/** The paragraphs of an answer in its email: each line of the text becomes one. */
export function paragraphsOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

/** True if the hidden field was filled in. */
export function isFromProgram(trap: string): boolean {
  return trap.trim() !== ''
}
