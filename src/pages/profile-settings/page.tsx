import { Suspense, useState, useSyncExternalStore } from 'react'
import type { OwnPhotosProps } from '#features/photos/contract.ts'
import { PhotosEditor } from '#features/photos/ui/photos-editor.tsx'
import type { EditRow, ProfileSettingsProps } from '#features/profile/contract.ts'
import { titleOfRow } from '#features/profile/ui/edit/describe-row.ts'
import { readDrafts, type DraftRow } from '#features/profile/ui/edit/drafts.ts'
import { PausedNotice } from '#features/profile/ui/paused-notice.tsx'
import { ProfileRows } from '#features/profile/ui/edit/profile-rows.tsx'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { verificationHref } from '#shared/routing/camera-page.ts'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { LinkList, LinkRow } from '#ui/layout/link-list.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { refreshPage } from '#ui/hooks/refresh-page.ts'
import styles from './page.module.css'
import { RowSheet } from './lazy-browser.tsx'
import { Drawing, RowEditor } from './lazy.tsx'
import type { SheetProps } from './row-sheet.tsx'
import { RowText } from './row-text.tsx'
import { useSavedProfile } from '#features/profile/ui/edit/use-saved-profile.ts'

const never = () => () => {}
const no = () => false

type Props = { data: ProfileSettingsProps & OwnPhotosProps }

export default function ProfileSettings({ data }: Props) {
  if (!data.drawing) return <Rows data={data} />
  return (
    <Suspense fallback={null}>
      <Drawing view={data.drawing} />
    </Suspense>
  )
}

/** The member's own profile as rows. Each opens its form over the page; without a script, the form is above the rows. */
function Rows({ data: loaded }: Props) {
  const { t, locale } = useI18n()
  const href = useHref()
  const { viewer } = usePage()
  const { data, take } = useSavedProfile(loaded)
  const [opened, setOpened] = useState<EditRow | null>(null)
  const [saved, setSaved] = useState<EditRow | null>(null)
  const hasDraft = (row: DraftRow) => () => Object.keys(readDrafts(viewer?.id ?? '', row, data)).length > 0
  const hasWords = useSyncExternalStore(never, hasDraft('about'), no)
  const hasBasics = useSyncExternalStore(never, hasDraft('basics'), no)
  const unsaved: EditRow[] = [...(hasWords ? (['about'] as const) : []), ...(hasBasics ? (['basics'] as const) : [])]
  const open = (row: EditRow) => {
    setSaved(null)
    setOpened(row)
  }
  const onSaved = (row: EditRow): SheetProps['onSaved'] => {
    return (revision, body) => {
      setSaved(row)
      take(row, revision, body)
      // Name and portrait are also part of the frame, and only the server knows a place's name.
      if (body === null) refreshPage()
    }
  }
  return (
    <div className={styles.page}>
      <PageHeader
        title={t('profile.settings.title')}
        back={{ href: href(routes.profile, {}), label: t('profile.settings.view') }}
      />
      {data.paused ? <PausedNotice /> : null}
      {data.edit !== null && opened === null ? <InPage row={data.edit} data={data} onSaved={onSaved(data.edit)} /> : null}
      <PhotosEditor id="photos" photos={loaded.photos} closed={loaded.photosClosed} />
      <LinkList>
        <LinkRow icon="badge-check" title={t('profile.verification')} href={verificationHref(locale.code)} />
      </LinkList>
      <ProfileRows data={data} saved={saved} unsaved={unsaved} onOpen={open} />
      <output className="visually-hidden">{saved && opened === null ? t('profile.settings.saved') : null}</output>
      {opened === null ? null : (
        <Suspense fallback={null}>
          <RowSheet
            key={opened}
            row={opened}
            data={data}
            onSaved={onSaved(opened)}
            onClosed={() => setOpened(null)}
            onOpen={setOpened}
          />
        </Suspense>
      )}
    </div>
  )
}

/** The row named in the URL is open, with or without a script. */
function InPage({ row, data, onSaved }: Omit<SheetProps, 'onClosed' | 'onOpen'>) {
  const translator = useI18n()
  const href = useHref()
  return (
    <Card as="section" labelledBy="edit-title" className={styles.edit}>
      <h2 id="edit-title">{titleOfRow(row, data, translator)}</h2>
      <RowText row={row} />
      <Suspense fallback={null}>
        <RowEditor key={row} row={row} data={data} inSheet={false} onSaved={onSaved} />
      </Suspense>
      <ButtonLink kind="quiet" href={href(routes.profileSettings, {})}>
        {translator.t('profile.settings.done')}
      </ButtonLink>
    </Card>
  )
}
