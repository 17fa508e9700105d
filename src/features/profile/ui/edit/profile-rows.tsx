import type { MouseEvent } from 'react'
import { profileActions, type EditRow, type ProfileSettingsProps, type Visibility } from '#features/profile/contract.ts'
import { avatarUrl } from '#shared/avatar.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import type { IconName } from '#ui/icons/icon-names.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { LinkList, LinkRow } from '#ui/layout/link-list.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Avatar } from '#ui/identity/portrait.tsx'
import { describeRow, fieldOfRow, titleOfRow } from './describe-row.ts'
import { editRows, rowGroups, type RowGroup } from './edit-rows.ts'
import styles from './profile-rows.module.css'

type RowsProps = {
  data: ProfileSettingsProps
  /** The row that was just saved. */
  saved: EditRow | null
  /** Rows with typed but unsaved values. */
  unsaved: readonly EditRow[]
  onOpen: (row: EditRow) => void
}

/** The profile as rows, each with its saved answer and a link to change it. */
export function ProfileRows(props: RowsProps) {
  return rowGroups.map((group) => <Group key={group} group={group} {...props} />)
}

/** Forms of each group: after a submit without a script, their results are shown there. */
const formsOf: Record<RowGroup, readonly string[]> = {
  basics: [
    profileActions.basics.form,
    profileActions.portrait.form,
    profileActions.drawing.form,
    profileActions.place.form,
    profileActions.seeking.form,
  ],
  words: [profileActions.words.form, profileActions.answer.form, profileActions.removeAnswer.form],
  facts: [profileActions.facts.form],
  beliefs: [profileActions.beliefs.form],
  pause: [profileActions.pause.form],
}

function Group({ group, ...rows }: RowsProps & { group: RowGroup }) {
  const { t } = useI18n()
  const { flash } = usePage()
  const isHidden = group === 'basics' || group === 'pause'
  return (
    <section id={group} className={styles.group} aria-labelledby={isHidden ? undefined : `${group}-title`}>
      <h2 id={`${group}-title`} className={isHidden ? 'visually-hidden' : styles.title}>
        {t(group === 'pause' ? 'profile.pause.title' : `profile.settings.${group}.title`)}
      </h2>
      {flash?.notice && formsOf[group].includes(flash.form) ? <Notice kind="success">{flash.notice}</Notice> : null}
      <LinkList>
        {editRows[group].map((row) => (
          <Row key={row} row={row} {...rows} />
        ))}
      </LinkList>
    </section>
  )
}

const seenIcons = { everyone: null, matches: 'users', me: 'lock' } as const satisfies Record<Visibility, IconName | null>

function Row({ row, data, saved, unsaved, onOpen }: RowsProps & { row: EditRow }) {
  const translator = useI18n()
  const { t } = translator
  const href = useHref()
  const field = fieldOfRow(row)
  const seen = field === null ? 'everyone' : data.visibility[field]
  const seenIcon = seenIcons[seen]
  const value = describeRow(row, data, translator)
  const isAnswered = value !== '' || row === 'portrait' || row === 'pause'
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onOpen(row)
  }
  return (
    <LinkRow
      itemId={row in editRows ? undefined : row}
      title={titleOfRow(row, data, translator)}
      href={href(routes.profileSettings, {}, { query: { edit: row } })}
      aria-haspopup="dialog"
      onClick={open}
      end={saved === row ? 'check' : 'chevron-right'}
    >
      <span className={isAnswered ? styles.value : `${styles.value} ${styles.open}`} dir="auto">
        {isAnswered ? value : t('profile.complete.add')}
      </span>
      {row === 'portrait' ? (
        <Avatar size="s" src={avatarUrl(data.avatar) ?? undefined} alt="" initial={data.basics.firstName} />
      ) : null}
      {unsaved.includes(row) ? <span className={styles.unsaved}>{t('profile.settings.unsaved')}</span> : null}
      {seenIcon ? (
        <>
          <Icon name={seenIcon} size="s" />
          <span className="visually-hidden">{t(`profile.see.${seen}`)}</span>
        </>
      ) : null}
    </LinkRow>
  )
}
