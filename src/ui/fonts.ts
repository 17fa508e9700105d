import literataCyrillic from './fonts/literata-cyrillic.woff2?url'
import literataLatinExt from './fonts/literata-latin-ext.woff2?url'
import literataLatin from './fonts/literata-latin.woff2?url'
import literataNear from './fonts/literata-near.woff2?url'
import onestCyrillic from './fonts/onest-cyrillic.woff2?url'
import onestLatinExt from './fonts/onest-latin-ext.woff2?url'
import onestLatin from './fonts/onest-latin.woff2?url'
import onestNear from './fonts/onest-near.woff2?url'

const latin = [onestLatin, literataLatin]
const near = [onestNear, literataNear]
const latinExtLanguages = ['pl', 'tr', 'ro', 'cs']

/**
 * The font files that the first screen of a page in `lang` (an html lang such as `en-GB` or `uk`) always needs. Fonts for other
 * characters of names and messages load by `unicode-range`.
 */
export function fontPreloads(lang: string): string[] {
  const language = lang.slice(0, 2).toLowerCase()
  if (language === 'uk') return [...near, onestCyrillic, literataCyrillic]
  if (latinExtLanguages.includes(language)) return [...near, onestLatinExt, literataLatinExt]
  return latin
}
