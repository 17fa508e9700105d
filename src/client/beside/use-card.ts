import { useEffect, useState, type ComponentType } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import type { Namespace } from '#shared/i18n/messages.ts'
import { createTranslator, type Translator } from '#shared/i18n/translator.ts'
import { usePage } from '#shared/react/page-context.tsx'
import { readBootstrap } from '../document-data.ts'

type Card<Props> = { Card: ComponentType<Props>; translator: Translator }
export type CardSource<Props> = { load: () => Promise<ComponentType<Props>>; texts: Namespace }

/** Fetches a card and its texts on first use. `source` must be the same at each render. */
export function useCard<Props>(isWanted: boolean, source: CardSource<Props>): Card<Props> | null {
  const { locale } = useI18n()
  const { timeZone } = usePage()
  const [card, setCard] = useState<Card<Props> | null>(null)
  useEffect(() => {
    if (!isWanted || card) return
    let isHere = true
    const messages = import('../navigation/next-screen.ts').then(({ loadMessages }) =>
      loadMessages(readBootstrap().build, locale.code, [source.texts]),
    )
    Promise.all([source.load(), messages]).then(
      ([Card, texts]) => {
        if (isHere && texts[source.texts]) setCard({ Card, translator: createTranslator(locale.code, texts, { timeZone }) })
      },
      () => {}, // Offline: the next page tries again.
    )
    return () => {
      isHere = false
    }
  }, [isWanted, card, source, locale, timeZone])
  return card
}
