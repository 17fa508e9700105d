import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Prompt } from '#features/profile/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { ChoiceGroup } from '#ui/fields/choice-group.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import styles from './answer-editor.module.css'

type Props = {
  name?: string
  /** Initially, even if none is chosen. */
  isFolded?: boolean
  prompts: readonly Prompt[]
  chosen: Prompt | null
  error: string | undefined
  onChoose: (prompt: Prompt, isFinal: boolean) => void
}

/** The questions, folded up behind the chosen one. */
export function PromptChoice({ name = 'prompt', isFolded = false, prompts, chosen, error, onChoose }: Props) {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(chosen === null && !isFolded)
  const list = useRef<HTMLDetailsElement>(null)
  const take = useEffectEvent((value: string | undefined) => {
    const prompt = prompts.find((key) => key === value)
    if (prompt && prompt !== chosen) onChoose(prompt, false)
  })
  useEffect(() => {
    // Somebody may have chosen before the script loaded.
    take(list.current?.querySelector<HTMLInputElement>('input:checked')?.value)
  }, [])
  return (
    <details
      ref={list}
      className={styles.prompts}
      // A refusal is shown at the list.
      open={isOpen || error !== undefined || undefined}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>
        <span>{chosen === null ? t('profile.answers.choose') : t(`profile-prompts.${chosen}`)}</span>
        <Icon name="chevron-down" />
      </summary>
      <ChoiceGroup
        legend={t('profile.answers.choose')}
        legendHidden
        name={name}
        required={!isFolded}
        defaultValue={chosen ?? undefined}
        error={error}
        options={prompts.map((value) => ({ value, label: t(`profile-prompts.${value}`) }))}
        onChange={({ currentTarget }) => {
          const prompt = prompts.find((value) => value === currentTarget.value)
          if (!prompt) return
          // Arrow keys choose each question that they pass, so only a press folds the list up.
          const isPressed = !currentTarget.matches(':focus-visible')
          if (isPressed) setIsOpen(false)
          onChoose(prompt, isPressed)
        }}
      />
    </details>
  )
}
