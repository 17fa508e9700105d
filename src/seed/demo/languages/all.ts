import { cs } from './cs.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { enUs } from './en-us.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import type { DemoLanguage } from './language.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'
import { ro } from './ro.ts'
import { tr } from './tr.ts'
import { uk } from './uk.ts'

/** One per locale, with the country (cities.ts) of its members. */
export const demoLanguages: readonly (DemoLanguage & { country: string })[] = [
  { ...en, country: 'gb' },
  { ...enUs, country: 'us' },
  { ...uk, country: 'ua' },
  { ...pl, country: 'pl' },
  { ...tr, country: 'tr' },
  { ...es, country: 'es' },
  { ...pt, country: 'pt' },
  { ...ro, country: 'ro' },
  { ...cs, country: 'cz' },
  { ...de, country: 'de' },
  { ...fr, country: 'fr' },
]
