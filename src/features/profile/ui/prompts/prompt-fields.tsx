import { useRef, useState } from 'react'
import { profileLimits, type OwnPromptAnswer, type Prompt, type SpokenLanguage } from '#features/profile/contract.ts'
import { prompts } from '#features/profile/prompts.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { TextAreaField } from '#ui/fields/text-area-field.tsx'
import type { FormView } from '#ui/forms/action-form.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import styles from './answer-editor.module.css'
import { PromptSuggestions } from './prompt-suggestions.tsx'
import { TextLanguageField } from './text-language-field.tsx'

type Props = {
  /** The controls of each answer. */
  names: readonly { prompt: string; text: string }[]
  answers: readonly OwnPromptAnswer[]
  languages: readonly SpokenLanguage[]
  view: FormView
}

const headings = ['first', 'second', 'third'] as const

/** Up to three answers in one form, all in one language. The first is open, the others once they are wanted. */
export function PromptFields({ names, answers, languages, view }: Props) {
  const { t } = useI18n()
  const typed = (name: string) => {
    const value = view.values[name]
    return typeof value === 'string' ? value : undefined
  }
  const [chosen, setChosen] = useState<readonly (Prompt | null)[]>(() =>
    names.map(({ prompt }, index) => prompts.find((key) => key === (typed(prompt) ?? answers[index]?.prompt)) ?? null),
  )
  const texts = useRef<(HTMLTextAreaElement | null)[]>([])
  return (
    <div className={styles.form}>
      {names.map(({ prompt, text }, index) => {
        const own = chosen[index] ?? null
        const heading = t(`questionnaire.answers.${headings[index] ?? 'third'}`)
        const isWrong = view.fields[prompt] !== undefined || view.fields[text] !== undefined
        const fields = (
          <>
            <PromptSuggestions
              name={prompt}
              prompts={prompts.filter((key) => key === own || !chosen.includes(key))}
              chosen={own}
              error={view.fields[prompt]}
              onChoose={(key, isFinal) => {
                setChosen((before) => before.map((other, at) => (at === index ? key : other)))
                if (isFinal) texts.current[index]?.focus()
              }}
            />
            {/* Without a question there is nothing to answer, unless words were sent without one. */}
            <div className={styles.words} data-shown={typed(text) || isWrong ? '' : undefined}>
              <TextAreaField
                ref={(element) => {
                  texts.current[index] = element
                }}
                label={heading}
                labelHidden
                name={text}
                rows={2}
                maxLength={profileLimits.promptAnswer}
                defaultValue={typed(text) ?? answers[index]?.text ?? ''}
                error={view.fields[text]}
              />
            </div>
          </>
        )
        return index === 0 ? (
          <fieldset key={prompt} className={styles.details}>
            <legend className="visually-hidden">{heading}</legend>
            {fields}
          </fieldset>
        ) : (
          <details key={prompt} className={styles.more} open={own !== null || isWrong || undefined}>
            <summary>
              <Icon name="plus" size="s" />
              {heading}
            </summary>
            <fieldset className={styles.details}>
              <legend className="visually-hidden">{heading}</legend>
              {fields}
            </fieldset>
          </details>
        )
      })}
      <TextLanguageField
        name="language"
        languages={languages}
        typed={typed('language')}
        saved={answers[0] && (answers[0].language ?? '')}
        error={view.fields['language']}
      />
      <p className={styles.hint}>{t('questionnaire.answers.seen')}</p>
    </div>
  )
}
