/** Returns a person's background tint, the same everywhere. */
export function tintOf(id: string): number {
  return [...id].reduce((sum, character) => sum + character.charCodeAt(0), 0)
}
