import { findUnkind } from './find-unkind.ts'
import { loadLists } from './lists.ts'

/** Returns whether a text contains unkind words of these languages. Reads it in this browser only. */
export async function isUnkind(text: string, languages: readonly string[]): Promise<boolean> {
  return findUnkind(text, await loadLists(languages)) !== null
}
