import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { loadAskKindly } from './lazy.ts'

type Unkind<Mark extends Element> = {
  /** For an empty element below the text. */
  mark: RefObject<Mark | null>
  isUnkind: boolean
}

/**
 * Finds out whether a text that its reader sees has unkind words, in this browser alone. The words are fetched once `mark` is on screen;
 * without them, no text is unkind.
 */
export function useUnkind<Mark extends Element>(text: string | null, languages: readonly string[]): Unkind<Mark> {
  const { locale } = useI18n()
  const mark = useRef<Mark>(null)
  const [found, setFound] = useState<string | null>(null)
  const look = useEffectEvent(async (words: string, isHere: () => boolean) => {
    const part = await loadAskKindly().catch(() => null) // offline: nothing is asked
    if ((await part?.isUnkind(words, [locale.code, ...languages])) && isHere()) setFound(words)
  })
  useEffect(() => {
    if (text === null || !mark.current) return
    let isHere = true
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      seen.disconnect()
      void look(text, () => isHere)
    })
    seen.observe(mark.current)
    return () => {
      isHere = false
      seen.disconnect()
    }
  }, [text])
  return { mark, isUnkind: text !== null && found === text }
}
