import type { FoundPlace } from '#features/location/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import styles from './town-field.module.css'

export const listId = 'town-list'
export const optionId = (index: number) => `${listId}-${index}`

/** Returns what distinguishes a town from its namesakes. */
export const describeTown = ({ local, region, country }: FoundPlace) => [local, region, country].filter(Boolean).join(' · ')

type Props = {
  towns: readonly FoundPlace[]
  isShown: boolean
  /** The option that keys have reached; -1 without one. */
  active: number
  onPick: (town: FoundPlace) => void
}

/**
 * The popup of the combobox, which handles the keys. It takes its room in the form, and stays when the field loses the focus: if it
 * went, a button below it would move away from under the press.
 */
export function TownList({ towns, isShown, active, onPick }: Props) {
  const { t } = useI18n()
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot be the popup of a text field
    <div id={listId} role="listbox" aria-label={t('questionnaire.place.list')} className={styles.list} hidden={!isShown}>
      {towns.map((town, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- keys reach it through the text field
        <div
          key={town.id}
          id={optionId(index)}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
          role="option"
          aria-selected={index === active}
          className={styles.option}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(town)}
        >
          <bdi>{town.name}</bdi>
          <small>{describeTown(town)}</small>
        </div>
      ))}
    </div>
  )
}
