import literataCyrillic from '@fontsource-variable/literata/files/literata-cyrillic-opsz-normal.woff2?url'
import literataLatinExt from '@fontsource-variable/literata/files/literata-latin-ext-opsz-normal.woff2?url'
import literataLatin from '@fontsource-variable/literata/files/literata-latin-opsz-normal.woff2?url'
import onestCyrillic from '@fontsource-variable/onest/files/onest-cyrillic-wght-normal.woff2?url'
import onestLatinExt from '@fontsource-variable/onest/files/onest-latin-ext-wght-normal.woff2?url'
import onestLatin from '@fontsource-variable/onest/files/onest-latin-wght-normal.woff2?url'

const latin = [onestLatin, literataLatin]
const latinExtLanguages = ['pl', 'tr', 'ro', 'cs']

/**
 * The font files that the first screen of a page in `lang` (an html lang such as `en-GB` or `uk`) always uses. Other
 * characters of names and messages load by `unicode-range`.
 */
export function fontPreloads(lang: string): string[] {
  const language = lang.slice(0, 2).toLowerCase()
  if (language === 'uk') return [...latin, onestCyrillic, literataCyrillic]
  if (latinExtLanguages.includes(language)) return [...latin, onestLatinExt, literataLatinExt]
  return latin
}
