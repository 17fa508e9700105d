import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Prompt } from '#features/profile/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { ChoiceGroup } from '#ui/fields/choice-group.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import styles from './answer-editor.module.css'
import { PromptChoice } from './prompt-choice.tsx'

type Props = {
  name: string
  prompts: readonly Prompt[]
  chosen: Prompt | null
  error: string | undefined
  onChoose: (prompt: Prompt, isFinal: boolean) => void
}

/** Few enough to read at a glance. */
const suggestedAtMost = 4

/** A few questions to answer, and the others folded up; once one is chosen, it alone is shown. */
export function PromptSuggestions({ name, prompts, chosen, error, onChoose }: Props) {
  const { t } = useI18n()
  const [isFinal, setIsFinal] = useState(chosen !== null)
  const box = useRef<HTMLDivElement>(null)
  const choose = (input: HTMLInputElement) => {
    const prompt = prompts.find((value) => value === input.value)
    if (!prompt) return
    // Arrow keys choose each question that they pass, so only a press decides.
    const isPressed = !input.matches(':focus-visible')
    setIsFinal(isPressed)
    onChoose(prompt, isPressed)
  }
  const take = useEffectEvent(choose)
  useEffect(() => {
    // Somebody may have chosen before the script loaded.
    const checked = box.current?.querySelector<HTMLInputElement>('input:checked')
    if (checked) take(checked)
  }, [])
  if (isFinal) return <PromptChoice name={name} isFolded prompts={prompts} chosen={chosen} error={error} onChoose={onChoose} />

  const shared = {
    legend: t('profile.answers.choose'),
    legendHidden: true,
    name,
    defaultValue: chosen ?? undefined,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => choose(currentTarget),
  }
  const optionsOf = (values: readonly Prompt[]) => values.map((value) => ({ value, label: t(`profile-prompts.${value}`) }))
  return (
    <div ref={box} className={styles.suggestions}>
      <ChoiceGroup {...shared} error={error} options={optionsOf(prompts.slice(0, suggestedAtMost))} />
      <details className={styles.more}>
        <summary>
          <Icon name="plus" size="s" />
          {t('profile.answers.others')}
        </summary>
        <ChoiceGroup {...shared} options={optionsOf(prompts.slice(suggestedAtMost))} />
      </details>
    </div>
  )
}
