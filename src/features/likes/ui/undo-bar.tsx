import { useEffect, useState } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import type { Translator } from '#shared/i18n/translator.ts'
import { Button } from '#ui/controls/button.tsx'
import { likeActions } from '#features/likes/contract.ts'
import { useLikes, type Decision } from './provider/likes-context.ts'
import { PersonForm } from './person-form.tsx'
import { UndoForm } from './undo-form.tsx'
import { UndoLabel } from './undo-label.tsx'
import styles from './undo-bar.module.css'

const shownMs = 6000

/**
 * Shows the last decision at the foot for six seconds, longer while focused, with a button that reverses it. The button names its
 * person, and the next decision replaces it. After the day's undo it says of a pass that there is none left.
 */
export function UndoBar() {
  const translator = useI18n()
  const { last, undoLast, quota, canUndo } = useLikes()
  const [gone, setGone] = useState<Decision | null>(null)
  const [heldId, setHeldId] = useState<string | null>(null)
  const shown = last === gone ? null : last
  const isHeld = shown?.person.id === heldId

  useEffect(() => {
    if (!shown || isHeld) return
    const timer = setTimeout(() => setGone(shown), shownMs)
    return () => clearTimeout(timer)
  }, [shown, isHeld])

  function takeBack() {
    setHeldId(null)
    undoLast()
  }
  return (
    <div className={styles.slot}>
      {/* In the document before it has text, so that screen readers announce it. */}
      <output className={shown ? styles.said : undefined}>{shown ? describe(shown, translator) : null}</output>
      {shown?.by === 'passed' && !canUndo ? (
        <p key={shown.person.id} className={styles.used}>
          {translator.t('likes.undo.used')}
        </p>
      ) : shown ? (
        // A new button for each person: text that changes in place counts as a layout shift, and a press must act on the person
        // who was shown.
        <div
          key={shown.person.id}
          className={styles.button}
          onFocus={() => setHeldId(shown.person.id)}
          onBlur={() => setHeldId(null)}
        >
          {shown.by === 'passed' ? (
            <UndoForm id={shown.person.id} name={shown.person.firstName} isDaily={!quota.isUnlimited} onUndo={takeBack} />
          ) : (
            <PersonForm action={likeActions.withdraw.path} id={shown.person.id} onPress={takeBack}>
              <Button kind="secondary" size="s" icon="undo-2">
                <UndoLabel
                  text={translator.t('likes.takeBack', { name: shown.person.firstName })}
                  name={shown.person.firstName}
                />
              </Button>
            </PersonForm>
          )}
        </div>
      ) : null}
    </div>
  )
}

/** 'You like Noah · 24 likes left today'. */
function describe(decision: Decision, { t, tn }: Translator): string {
  const { firstName: name } = decision.person
  if (decision.by === 'passed') return t('likes.done.passed', { name })
  const liked = t(decision.isFirstLine ? 'likes.done.firstLine' : 'likes.done.liked', { name })
  return decision.left === undefined ? liked : `${liked} · ${tn('likes.left.said', decision.left)}`
}
