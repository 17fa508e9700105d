import type { LocaleCode } from '#shared/i18n/locales.ts'

/** Notes of the demo's logins about their favourites, in their own languages. */
export const demoNotes: Partial<Record<LocaleCode, readonly string[]>> & { en: readonly string[] } = {
  en: ['Visits in spring. Ask about the recording of the night train.', 'Swims, too. Laughs before the joke is over.'],
  'en-us': ['Restores maps. Knows where the good cake is.', 'Same concerts as me, three years in a row.'],
  uk: ['Знає всі книгарні на Подолі.', 'Запитати про мандрівку велосипедом.'],
  pl: ['Gra na kontrabasie. Zapytać o próby w piwnicy.', 'Też chodzi po górach zimą.'],
  tr: ['Fotoğraf sergisini sor.', 'Kahve konusunda iddialı.'],
}
