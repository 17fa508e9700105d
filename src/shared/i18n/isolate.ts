/** Right-to-left characters, and characters that change the direction of the text after them. */
const fromTheRight =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
/** Words that are already isolated, such as a list of names: they do not affect the text around them. */
const isolated = /\u2068[^\u202a-\u202e\u2066-\u2069]*\u2069/g

/**
 * Isolates right-to-left text from the sentence around it (FSI and PDI), whose full stop would otherwise be at the wrong end. All
 * our languages run left to right, so other values stay unchanged, for titles, search engines and copying. A list or sentence
 * with isolated right-to-left words runs left to right as a whole.
 */
export function isolate(words: string): string {
  return fromTheRight.test(words.replace(isolated, '')) ? `\u2068${words}\u2069` : words
}
