import type { ReactNode } from 'react'
import type { PromptAnswerView } from '#features/profile/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { ForeignText } from './foreign-text.tsx'
import styles from './prompt-answers.module.css'

type Props = {
  answers: readonly PromptAnswerView[]
  /** A button beside an answer. */
  heartOf?: ((prompt: string) => ReactNode) | undefined
}

/** What a person has answered: the questions in the reader's language, the answers in their own words. */
export function PromptAnswers({ answers, heartOf }: Props) {
  const { t } = useI18n()
  if (answers.length === 0) return null
  return (
    <section aria-labelledby="answers">
      <h2 id="answers" className="visually-hidden">
        {t('profile.answers.title')}
      </h2>
      <dl className={styles.answers}>
        {answers.map(({ prompt, question, text, lang, named }) => (
          <div key={prompt}>
            <dt>{question}</dt>
            <dd>
              <ForeignText text={text} language={named} className={styles.text}>
                <p className={styles.text} dir="auto" lang={lang ?? undefined}>
                  {text}
                </p>
              </ForeignText>
              {heartOf?.(prompt)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
