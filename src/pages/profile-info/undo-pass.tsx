import { useEffect, useEffectEvent, useState } from 'react'
import { useLikes, type Person } from '#features/likes/ui/provider/likes-context.ts'
import { UndoForm } from '#features/likes/ui/undo-form.tsx'
import { useI18n } from '#shared/i18n/context.tsx'
import { rememberPage } from '#ui/hooks/remember-page.ts'
import styles from './undo-pass.module.css'

const shownMs = 6000

type UndoPassProps = {
  person: Person
  /** Called when its time is over or it was pressed. */
  onGone: () => void
  /** Called when the pass was undone. */
  onUndone: () => void
}

/** The day's undo after a pass, above the next person's bar for six seconds; longer while focused. */
export function UndoPass({ person, onGone, onUndone }: UndoPassProps) {
  const { t } = useI18n()
  const likes = useLikes()
  const { id, firstName: name } = person
  const [isHeld, setHeld] = useState(false)
  const leave = useEffectEvent(onGone)

  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => leave(), shownMs)
    return () => clearTimeout(timer)
  }, [isHeld])

  async function undo() {
    const isHere = rememberPage()
    onGone()
    if ((await likes.undo(person)) && isHere()) onUndone()
  }
  return (
    <div
      className={styles.bar}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <p className={styles.said}>{t('likes.done.passed', { name })}</p>
      <UndoForm id={id} isDaily={!likes.quota.isUnlimited} onUndo={undo} />
    </div>
  )
}
