import { useI18n } from '#shared/i18n/context.tsx'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { likeActions, type Relationship } from '#features/likes/contract.ts'
import { PersonForm } from './person-form.tsx'
import { useLikes, type Person } from './provider/likes-context.ts'
import { UndoForm } from './undo-form.tsx'
import styles from './likes.module.css'

type PassButtonProps = {
  person: Person
  relationship?: Relationship
  look?: 'icon' | 'text'
  wide?: boolean
  /** The key with the same effect on its card. */
  shortcut?: string
}

/** Passes on a person for 90 days. Liked and matched people cannot be passed on. */
export function PassButton({ person, relationship: known = 'none', look = 'icon', wide, shortcut }: PassButtonProps) {
  const { t } = useI18n()
  const likes = useLikes()
  const relationship = likes.relationOf(person.id, known)
  if (relationship !== 'none') return null
  const label = t('likes.pass', { name: person.firstName })
  return (
    <PersonForm action={likeActions.pass.path} id={person.id} next={likes.next} onPress={() => likes.pass(person, relationship)}>
      {look === 'icon' ? (
        <IconButton
          type="submit"
          icon="x"
          kind="raised"
          size="l"
          label={label}
          title={shortcut && `${label} (${shortcut})`}
          aria-keyshortcuts={shortcut}
        />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- comes back with an undo, whose button is gone with the focus
        <Button icon="x" kind="quiet" aria-label={label} wide={wide} autoFocus={known === 'passed'}>
          {t('likes.passShort')}
        </Button>
      )}
    </PersonForm>
  )
}

/**
 * Replaces the card of a person on whom the member has just passed. It offers the day's undo if it is left, and takes the focus.
 */
export function PassedNote({ person }: { person: Person }) {
  const { t } = useI18n()
  const likes = useLikes()
  return (
    <output className={styles.passed} tabIndex={-1}>
      <p>{t('likes.done.passed', { name: person.firstName })}</p>
      {likes.canUndo ? (
        <UndoForm id={person.id} isDaily={!likes.quota.isUnlimited} onUndo={() => likes.undo(person)} />
      ) : (
        <p>{t('likes.undo.used')}</p>
      )}
    </output>
  )
}
