/** The languages that have a list. */
export const listedLanguages = ['cs', 'de', 'en', 'es', 'fr', 'pl', 'pt', 'ro', 'tr', 'uk'] as const
export type ListedLanguage = (typeof listedLanguages)[number]

/**
 * The unkind words of one language: insults at a person and crude demands, never words for orientation, gender, origin, faith,
 * body or illness. A word that is also said kindly counts only in a phrase. Both lists have one entry per line, in lower case,
 * with endings as a regular expression. A space stands for anything between two words, and an entry matches whole words only.
 */
export type WordList = {
  language: ListedLanguage
  unkind: string
  /** Harmless words and phrases that contain what this list or another language's calls unkind. */
  ordinary: string
}
