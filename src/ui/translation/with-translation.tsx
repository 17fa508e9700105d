import { Suspense, useState, type ReactNode } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { useInBrowser } from '../hooks/use-in-browser.ts'
import { TranslateControl } from './lazy-browser.ts'

type WithTranslationProps = {
  text: string
  /** That of the text, as its writer says, if the reader does not speak it. */
  language: string | null
  /** Renders the text, or its translation instead, and what offers one. */
  children: (translated: string | null, control: ReactNode) => ReactNode
}

const hasTranslator = () => globalThis.Translator !== undefined

/** Offers to translate a text in this browser, where that is possible. Nothing is detected, and no text leaves the device. */
export function WithTranslation({ text, language: from, children }: WithTranslationProps) {
  const { locale } = useI18n()
  const [to = ''] = locale.lang.split('-')
  const [shown, show] = useState<[of: string, translation: string] | null>(null)
  // A text that was edited meanwhile has no translation yet.
  const translated = shown?.[0] === text ? shown[1] : null
  const isOffered = useInBrowser(hasTranslator) && from !== null && from !== to
  const control = isOffered ? (
    <Suspense fallback={null}>
      <TranslateControl
        {...{ text, from, to }}
        isTranslated={translated !== null}
        onShow={(translation) => show(translation === null ? null : [text, translation])}
      />
    </Suspense>
  ) : null
  return children(translated, control)
}
