import { listedLanguages, type ListedLanguage, type WordList } from './word-list.ts'

type Load = () => Promise<{ list: WordList }>

/** One file each, loaded when a message needs it. */
const loaders: Readonly<Record<ListedLanguage, Load>> = {
  cs: () => import('./words/cs.ts'),
  de: () => import('./words/de.ts'),
  en: () => import('./words/en.ts'),
  es: () => import('./words/es.ts'),
  fr: () => import('./words/fr.ts'),
  pl: () => import('./words/pl.ts'),
  pt: () => import('./words/pt.ts'),
  ro: () => import('./words/ro.ts'),
  tr: () => import('./words/tr.ts'),
  uk: () => import('./words/uk.ts'),
}

/** Loads the lists of these languages: codes such as `en-us`, or ISO 639-1. Languages without a list are left out. */
export async function loadLists(languages: readonly string[]): Promise<WordList[]> {
  const primary = new Set(languages.map((language) => language.split('-', 1)[0]))
  const wanted = listedLanguages.filter((language) => primary.has(language))
  return Promise.all(wanted.map(async (language) => (await loaders[language]()).list))
}
