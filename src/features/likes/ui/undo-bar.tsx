import { useEffect, useState } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { useLikes, type Person } from './likes-provider.tsx'
import { UndoForm } from './undo-form.tsx'
import styles from './undo-bar.module.css'

const shownMs = 6000

/** The one undo after a pass, at the foot for six seconds; longer while the focus is on it. */
export function UndoBar() {
  const { t } = useI18n()
  const { undoable, undo, quota } = useLikes()
  const [gone, setGone] = useState<Person | null>(null)
  const [isHeld, setHeld] = useState(false)
  const shown = undoable === gone ? null : undoable

  useEffect(() => {
    if (!shown || isHeld) return
    const timer = setTimeout(() => setGone(shown), shownMs)
    return () => clearTimeout(timer)
  }, [shown, isHeld])

  return (
    <div className={styles.slot}>
      {/* In the document before it speaks, so that screen readers announce it. */}
      <output className={shown ? styles.said : undefined}>
        {shown ? t('likes.done.passed', { name: shown.firstName }) : null}
      </output>
      {shown ? (
        <div onFocus={() => setHeld(true)} onBlur={() => setHeld(false)}>
          <UndoForm
            id={shown.id}
            isDaily={!quota.isUnlimited}
            onUndo={() => {
              setHeld(false)
              void undo(shown)
            }}
          />
        </div>
      ) : null}
    </div>
  )
}
