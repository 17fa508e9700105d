import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { visibilities, type AnswersView, type ProfileField, type Visibility } from '#features/profile/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import type { FormView } from '#ui/forms/action-form.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import styles from './answer-fields.module.css'
import { SeeField } from './see-field.tsx'

type Props = { fields: readonly ProfileField[]; view: FormView; visibility: AnswersView['visibility'] }

/** Shows the visibility of some answers in one line; unfolded, it has a control for each. */
export function SeeLine({ fields, view, visibility }: Props) {
  const { t, format } = useI18n()
  const [changed, setChanged] = useState<Partial<Record<ProfileField, Visibility>>>({})
  const seenBy = (field: ProfileField): Visibility => {
    const typed = visibilities.find((known) => known === view.values[`see-${field}`])
    return changed[field] ?? typed ?? visibility[field]
  }
  const sees = useRef<HTMLDivElement>(null)
  const note = useEffectEvent((select: HTMLSelectElement) => {
    const field = fields.find((known) => select.name === `see-${known}`)
    const who = visibilities.find((known) => known === select.value)
    if (field && who && who !== seenBy(field)) setChanged((before) => ({ ...before, [field]: who }))
  })
  useEffect(() => {
    const box = sees.current
    if (!box) return
    const onChange = ({ target }: Event) => target instanceof HTMLSelectElement && note(target)
    box.addEventListener('change', onChange)
    // Somebody may have changed a control before the script loaded.
    for (const select of box.querySelectorAll('select')) note(select)
    return () => box.removeEventListener('change', onChange)
  }, [])
  const groups = visibilities.flatMap((who) => {
    const names = fields.filter((field) => seenBy(field) === who).map((field) => format.inSentence(t(`profile.field.${field}`)))
    return names.length > 0 ? [{ who, names }] : []
  })
  const [first] = groups
  // A single answer is named, because a step can have other answers with their own line.
  const line =
    groups.length === 1 && first && fields.length > 1
      ? t(`profile.see.all.${first.who}`)
      : groups
          .map(({ who, names }) => t('profile.see.some', { who: t(`profile.see.${who}`), fields: format.list(names) }))
          .join(' · ')
  const isWrong = fields.some((field) => view.fields[`see-${field}`])
  return (
    <details className={styles.line} open={isWrong || undefined}>
      <summary>
        <Icon name="eye" size="s" />
        <span>
          {line} · <span className={styles.change}>{t('profile.see.change')}</span>
        </span>
      </summary>
      <div ref={sees} className={styles.sees}>
        {fields.map((field) => (
          <div key={field} className={styles.seeNamed}>
            <span aria-hidden="true">{t(`profile.field.${field}`)}</span>
            <SeeField field={field} view={view} saved={visibility[field]} />
          </div>
        ))}
      </div>
    </details>
  )
}
