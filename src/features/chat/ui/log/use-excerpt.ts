import { useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { startOf } from '#shared/text/cut.ts'
import type { WireMessage } from '#shared/realtime/wire.ts'

/** More than anyone reads in one or two lines. */
const longest = 200

/** Returns a formatter that puts a message on one line, for places that only mention it. `partner`: the other person's name. */
export function useExcerpt(
  partner: string,
): (message: Pick<WireMessage, 'from' | 'text' | 'deleted' | 'photo' | 'gift'>) => string {
  const { t } = useI18n()
  const { viewer } = usePage()
  return ({ from, text, deleted, photo, gift }) => {
    if (deleted) return t('chat.deleted')
    if (gift) return from === viewer?.id ? t(`gifts.given.${gift}`, { name: partner }) : t(`gifts.card.${gift}`)
    return text === '' && photo ? t('chat.photo.name') : startOf(text, longest).replace(/\s+/g, ' ')
  }
}
