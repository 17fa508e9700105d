/** The same ground behind the same person everywhere. */
export function tintOf(id: string): number {
  return [...id].reduce((sum, character) => sum + character.charCodeAt(0), 0)
}
