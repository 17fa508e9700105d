import { useEffect } from 'react'
import { FavouriteButton } from '#features/favourites/ui/favourite-button.tsx'
import { FavouriteNotices } from '#features/favourites/ui/favourite-notices.tsx'
import { LikeButton } from '#features/likes/ui/like-button.tsx'
import { LikesLeft } from '#features/likes/ui/likes-left.tsx'
import { LikesProvider, useLikes } from '#features/likes/ui/likes-provider.tsx'
import { PassButton, PassedNote } from '#features/likes/ui/pass-button.tsx'
import {
  peoplePerPage,
  type NearbyView,
  type PeopleNearby,
  type PeopleNearbyProps,
  type PersonCardView,
} from '#features/nearby/contract.ts'
import { Answered } from '#features/nearby/ui/answered.tsx'
import { EndOfArea } from '#features/nearby/ui/end-of-area.tsx'
import { FilterChips } from '#features/nearby/ui/filter-chips.tsx'
import { FilterDialog } from '#features/nearby/ui/filter-dialog.tsx'
import { Nobody } from '#features/nearby/ui/nobody.tsx'
import { OrderSwitch } from '#features/nearby/ui/order-switch.tsx'
import { PersonCard } from '#features/nearby/ui/person-card.tsx'
import { PlaceNote } from '#features/nearby/ui/place-note.tsx'
import { useViewHref } from '#features/nearby/ui/view-href.ts'
import { WhyShown } from '#features/nearby/ui/why-shown.tsx'
import { PausedNotice } from '#features/profile/ui/paused-notice.tsx'
import { apiPaths } from '#shared/api-paths.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/page-context.tsx'
import { routes } from '#shared/routes.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { useKeptFocus } from '#ui/use-kept-focus.ts'
import { useSeen } from '#ui/use-seen.ts'
import styles from './page.module.css'

export default function PeopleNearbyPage({ data: { nearby, quota } }: { data: PeopleNearbyProps }) {
  const { t } = useI18n()
  useSeen(apiPaths.peopleSeen, 'text', nearby.boostViews)
  if (usePage().viewer?.state === 'paused') {
    return (
      <>
        <PageHeader title={t('people.title')} />
        <PausedNotice />
      </>
    )
  }
  return (
    <LikesProvider quota={quota}>
      <FavouriteNotices />
      <PageHeader title={t('people.title')} text={t('people.intro')} actions={<LikesLeft {...quota} />} />
      <div className={styles.tools}>
        <FilterDialog nearby={nearby} />
        <OrderSwitch view={nearby.view} />
        <FilterChips view={nearby.view} />
      </div>
      {nearby.view.order === 'neutral' ? <p className={styles.said}>{t('people.order.neutralText')}</p> : null}
      <Notices nearby={nearby} />
      <People nearby={nearby} />
      <PlaceNote />
    </LikesProvider>
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

function People({ nearby }: { nearby: PeopleNearby }) {
  const { t } = useI18n()
  const viewHref = useViewHref()
  const likes = useLikes()
  const { people, view, next, isFirstPage } = nearby
  // A narrow filter passes over more people than one page looks at.
  const isShort = next !== null && people.length < peoplePerPage
  const hasAnyone = people.some((person) => ['none', 'passed'].includes(likes.standingOf(person.id, 'none')))
  const section = useKeptFocus<HTMLElement>(findList)
  return (
    <section ref={section} id="people" tabIndex={-1} aria-labelledby="people-list" className={styles.people}>
      <h2 id="people-list" className="visually-hidden">
        {t('people.list')}
      </h2>
      {hasAnyone ? (
        <ul className={styles.grid}>
          {people.map((person, index) => (
            <Tile key={person.id} person={person} order={view.order} priority={index < 4} />
          ))}
        </ul>
      ) : people.length > 0 ? (
        <Answered nearby={nearby} />
      ) : next === null ? (
        <Nobody nearby={nearby} />
      ) : (
        <p className={styles.said}>{t('people.pages.nobody')}</p>
      )}
      {hasAnyone && isShort ? <p className={styles.said}>{t('people.pages.short')}</p> : null}
      {hasAnyone && next === null ? <EndOfArea view={view} /> : null}
      <Pagination
        label={t('people.pages.label')}
        back={isFirstPage ? undefined : { href: viewHref(view), label: t('people.pages.first') }}
        next={
          next === null
            ? undefined
            : { href: viewHref(view, next), label: t(isShort ? 'people.pages.further' : 'people.pages.next') }
        }
      />
    </section>
  )
}

type TileProps = { person: PersonCardView; order: NearbyView['order']; priority: boolean }

/** A card that leaves once its person is liked, and comes back when the like is refused. */
function Tile({ person, order, priority }: TileProps) {
  const tile = useKeptFocus<HTMLLIElement>()
  const standing = useLikes().standingOf(person.id, 'none')
  const isLeaving = standing === 'liked' || standing === 'matched'

  useEffect(() => {
    // The button under the fingers is about to go.
    const element = tile.current
    if (isLeaving && element?.contains(document.activeElement)) findNext(element)?.focus({ preventScroll: true })
  }, [isLeaving, tile])

  return (
    <li ref={tile} className={isLeaving ? styles.leaving : styles.tile} inert={isLeaving}>
      {standing === 'passed' ? (
        <PassedNote person={person} />
      ) : (
        <PersonCard
          person={person}
          priority={priority}
          corner={<FavouriteButton person={person} kept={person.isFavourite} />}
          actions={
            <>
              <PassButton person={person} />
              <WhyShown person={person} order={order} />
              <LikeButton person={person} />
            </>
          }
        />
      )}
    </li>
  )
}

/** Where the focus goes from a card that leaves: the next one that is there, else the one before, else the list. */
function findNext(tile: HTMLElement): HTMLElement | null {
  const tiles = [...(tile.parentElement?.children ?? [])]
  const at = tiles.indexOf(tile)
  const isThere = (other: Element) => other !== tile && !other.hasAttribute('inert')
  const next = tiles.slice(at).find(isThere) ?? tiles.slice(0, at).findLast(isThere)
  return next?.querySelector<HTMLElement>('output, a, button') ?? findList()
}

/** Not its heading, which would show itself with the focus and move what lies below under the pointer. */
const findList = () => document.getElementById('people')
