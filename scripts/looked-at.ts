import { findLocale } from '#shared/i18n/locales.ts'
import { translated, updateSources } from './locales/sources.ts'

/**
 * `node scripts/looked-at.ts de auth chat.delete`: confirms that translations were compared with today's English. The first
 * argument is a language or `all`, the others name a namespace or the beginning of keys. New messages are taken in as
 * translated with their English.
 */
const [name = 'all', ...starts] = process.argv.slice(2)
const named = findLocale(name)
if (name !== 'all' && !named) throw new Error(`No such language: ${name}`)

updateSources(named ? [named.code] : translated, (key) => starts.some((start) => key === start || key.startsWith(`${start}.`)))
