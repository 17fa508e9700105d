import { useState } from 'react'
import type { Prompt } from '#features/profile/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { ChoiceGroup } from '#ui/fields/choice-group.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import styles from './answer-editor.module.css'

type Props = {
  prompts: readonly Prompt[]
  chosen: Prompt | null
  error: string | undefined
  onChoose: (prompt: Prompt, isFinal: boolean) => void
}

/** The questions, folded up behind the chosen one. */
export function PromptChoice({ prompts, chosen, error, onChoose }: Props) {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(chosen === null)
  return (
    <details
      className={styles.prompts}
      open={isOpen || undefined}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>
        <span>{chosen === null ? t('profile.answers.choose') : t(`profile-prompts.${chosen}`)}</span>
        <Icon name="chevron-down" />
      </summary>
      <ChoiceGroup
        legend={t('profile.answers.choose')}
        legendHidden
        name="prompt"
        required
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
