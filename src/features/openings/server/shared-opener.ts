import type { Database } from '#db/database.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { toSharedOpening } from './load-openings.ts'
import { materialStatement } from './queries.ts'

/** A first message about something that the two of a match both show each other, with its name in a URL; null without any. */
export async function sharedOpener(
  db: Database,
  viewerId: string,
  { conversation, code }: { conversation: string; code: LocaleCode },
): Promise<{ text: string; say: string } | null> {
  const rows = await materialStatement(db, viewerId, { conversation })
  const text = await toSharedOpening(rows, viewerId, code)
  return text === null ? null : { text, say: `shared.${code}` }
}
