import { useI18n } from '#shared/i18n/context.tsx'
import { startOf } from '#shared/text/cut.ts'
import type { WireMessage } from '#shared/realtime/wire.ts'

/** More than anyone reads in one or two lines. */
const longest = 200

/** Returns a formatter that puts a message on one line, for places that only mention it. */
export function useExcerpt(): (message: Pick<WireMessage, 'text' | 'deleted' | 'photo' | 'gift'>) => string {
  const { t } = useI18n()
  return ({ text, deleted, photo, gift }) => {
    if (deleted) return t('chat.deleted')
    if (gift) return t(`gifts.card.${gift}`)
    return text === '' && photo ? t('chat.photo.name') : startOf(text, longest).replace(/\s+/g, ' ')
  }
}
