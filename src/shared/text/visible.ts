/**
 * Characters invisible by themselves: those that Unicode ignores (fillers, joiners, selectors, tags, marks of direction),
 * controls, spaces, marks without a base, the blank Braille pattern, two blank hieroglyphs, a null note head, noncharacters.
 */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{C}\p{Z}\p{M}\s\u2800\u{13441}\u{13442}\u{1d159}]/u
/** Not assigned yet in this runtime's Unicode, perhaps a new emoji. Private use may be visible, too. */
const perhapsVisible = /(?!\p{Noncharacter_Code_Point}|\p{Default_Ignorable_Code_Point})[\p{Cn}\p{Co}]/u

/** Returns whether any part of a text is visible. Otherwise it counts as empty, in every field. */
export function hasVisible(text: string): boolean {
  for (const character of text) if (!invisible.test(character) || perhapsVisible.test(character)) return true
  return false
}

/** Returns the text unchanged, or '' if nothing of it is visible. */
export const visibleText = (text: string): string => (hasVisible(text) ? text : '')
