/** Characters that are written from the right, and characters that change the direction of what follows. */
const fromTheRight =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
/** Words that are set apart already, as a list of names has them: they turn nothing around them. */
const isolated = /\u2068[^\u202a-\u202e\u2066-\u2069]*\u2069/g

/**
 * Sets a name or other words from the right apart from the sentence around them (FSI and PDI), whose full stop would else stand
 * at the wrong end. All our languages are written from the left, so that other words stay as they are, for titles, search
 * engines and copying. A list or a sentence whose words from the right are set apart is from the left as a whole.
 */
export function isolate(words: string): string {
  return fromTheRight.test(words.replace(isolated, '')) ? `\u2068${words}\u2069` : words
}
