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
  const choose = (input: HTMLInputElement) => {
    const prompt = prompts.find((value) => value === input.value)
    if (!prompt || prompt === chosen) return
    // Arrow keys choose each question that they pass, so only a press folds the list up.
    const isPressed = !input.matches(':focus-visible')
    // Not by the state alone: the list may have been opened before the script loaded, which the state does not know.
    if (isPressed && list.current) list.current.open = false
    onChoose(prompt, isPressed)
  }
  const take = useEffectEvent(choose)
  useEffect(() => {
    // Somebody may have chosen before the script loaded.
    const checked = list.current?.querySelector<HTMLInputElement>('input:checked')
    if (checked) take(checked)
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
        onChange={({ currentTarget }) => choose(currentTarget)}
      />
    </details>
  )
}
