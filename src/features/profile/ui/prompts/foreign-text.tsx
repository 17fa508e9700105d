import type { ReactNode } from 'react'
import type { SpokenLanguage } from '#features/profile/contract.ts'
import { WithTranslation } from '#ui/translation/with-translation.tsx'
import { WrittenIn } from './written-in.tsx'

type ForeignTextProps = {
  text: string
  /** That of the text, for readers who do not speak it. */
  language: SpokenLanguage | null
  /** Of the translation. */
  className: string | undefined
  /** The text's element, which a translation replaces. */
  children: ReactNode
}

/** What somebody has written: for readers who do not speak its language, this names it and offers a translation. */
export function ForeignText({ text, language, className, children }: ForeignTextProps) {
  return (
    <WithTranslation text={text} language={language}>
      {(translated, control) => (
        <>
          {translated === null ? children : <p className={className}>{translated}</p>}
          <WrittenIn language={language}>{control}</WrittenIn>
        </>
      )}
    </WithTranslation>
  )
}
