import { findLocale } from '#shared/i18n/locales.ts'
import { withMessage } from './server/run.ts'

/**
 * `npm exec -- node scripts/looked-at.ts de auth chat.delete`: confirms that translations were compared with the current
 * English. The first argument is a language or `all`, the others are namespaces or key prefixes. New messages are recorded as
 * translated from their English.
 */
await withMessage(async () => {
  // Here, because it reads every message when it is imported.
  const { translated, updateSources } = await import('./locales/sources.ts')
  const [name = 'all', ...starts] = process.argv.slice(2)
  const named = findLocale(name)
  if (name !== 'all' && !named) throw new Error(`No such language: ${name}`)

  updateSources(named ? [named.code] : translated, (key) => starts.some((start) => key === start || key.startsWith(`${start}.`)))
}, 'Nothing is recorded: locales/sources.json is as it was. Put that right and run it again (docs/messages.md).')
