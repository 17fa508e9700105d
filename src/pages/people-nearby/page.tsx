import { memo, Suspense } from 'react'
import { BoostLink } from '#features/entitlements/ui/boost-link.tsx'
import { FavouriteNotices } from '#features/favourites/ui/favourite-notices.tsx'
import { LikesCount } from '#features/likes/ui/likes-count.tsx'
import { LikesProvider } from '#features/likes/ui/provider/likes-provider.tsx'
import type { PeopleNearby, PeopleNearbyProps } from '#features/nearby/contract.ts'
import { FilterChips } from '#features/nearby/ui/filters/filter-chips.tsx'
import { FilterDialog } from '#features/nearby/ui/filters/filter-dialog.tsx'
import { PlaceNote } from '#features/nearby/ui/place-note.tsx'
import { useViewHref } from '#features/nearby/ui/filters/view-href.ts'
import { PausedNotice } from '#features/profile/ui/lazy.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { People } from './people.tsx'
import { FilterSheet } from './lazy.tsx'
import styles from './page.module.css'

export default function PeopleNearbyPage({ data: { nearby, quota, canUndo, isNoScript } }: { data: PeopleNearbyProps }) {
  const { t } = useI18n()
  if (usePage().viewer?.state === 'paused') return <Paused />
  const { view } = nearby
  const neutral = view.order === 'neutral' ? t('people.order.neutralText') : null
  return (
    <LikesProvider quota={quota} canUndo={canUndo} hasBar>
      <FavouriteNotices />
      <div className={styles.page}>
        <header className={styles.row}>
          <h1 className={styles.title}>{t('people.title')}</h1>
          <div className={styles.chips}>
            <FilterChips nearby={nearby} />
          </div>
          <LikesCount />
          {nearby.hasStore ? <BoostLink until={nearby.boostUntil} /> : null}
          <FilterDialog view={view} prepare={fetchSheet}>
            <HeldSheet nearby={nearby} />
          </FilterDialog>
        </header>
        <p className={styles.intro}>{neutral ?? t('people.intro')}</p>
        <Notices nearby={nearby} />
        <People nearby={nearby} isNoScript={isNoScript} />
        <PlaceNote />
      </div>
    </LikesProvider>
  )
}

/** If it does not load, for example offline, the server-rendered form remains. */
const fetchSheet = () => void FilterSheet.ready().catch(() => null)

/** The very same element while the page exists: React would discard the server's markup as soon as it changed. */
const HeldSheet = memo(function HeldSheet({ nearby }: { nearby: PeopleNearby }) {
  return (
    <Suspense fallback={null}>
      <FilterSheet nearby={nearby} />
    </Suspense>
  )
})

function Paused() {
  const { t } = useI18n()
  return (
    <>
      <PageHeader title={t('people.title')} />
      <Suspense fallback={null}>
        <PausedNotice />
      </Suspense>
    </>
  )
}

function Notices({ nearby: { view, notices, needsQuiz, isFirstPage, people } }: { nearby: PeopleNearby }) {
  const { t } = useI18n()
  const href = useHref()
  const viewHref = useViewHref()
  const asksForQuiz = needsQuiz && isFirstPage && view.order === 'best' && people.length > 0
  if (notices.length === 0 && !view.wide && !asksForQuiz) return null
  return (
    <div className={styles.notices}>
      {notices.map((notice) => (
        <Notice key={notice} kind="warn">
          {t(`people.notice.${notice}`)}
        </Notice>
      ))}
      {view.wide ? (
        <Notice
          action={
            <ButtonLink kind="quiet" size="s" href={viewHref({ ...view, wide: false })}>
              {t('people.wide.off')}
            </ButtonLink>
          }
        >
          {t('people.wide.on')}
        </Notice>
      ) : null}
      {asksForQuiz ? (
        <Notice
          action={
            <ButtonLink kind="quiet" size="s" href={href(routes.quiz, {})}>
              {t('people.quiz.action')}
            </ButtonLink>
          }
        >
          {t('people.quiz.text')}
        </Notice>
      ) : null}
    </div>
  )
}
