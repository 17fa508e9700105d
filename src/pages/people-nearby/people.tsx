import { Suspense, useLayoutEffect, useRef, useState } from 'react'
import { FavouriteButton } from '#features/favourites/ui/favourite-button.tsx'
import { useKeptPass } from '#features/likes/ui/kept-pass.ts'
import { LikeButton } from '#features/likes/ui/like-button.tsx'
import { useLikes } from '#features/likes/ui/provider/likes-context.ts'
import { PassButton } from '#features/likes/ui/pass-button.tsx'
import { TieOnCard } from '#features/likes/ui/tie/lazy-browser.ts'
import { TieHeart } from '#features/likes/ui/tie/tie-heart.tsx'
import { UndoBar } from '#features/likes/ui/undo-bar.tsx'
import {
  nearbyActions,
  peoplePerPage,
  type NearbyView,
  type PeopleNearby,
  type PersonCardView,
} from '#features/nearby/contract.ts'
import { AllLiked } from '#features/nearby/ui/all-liked.tsx'
import { EndOfList } from '#features/nearby/ui/end-of-list.tsx'
import { useListedPeople } from '#features/nearby/ui/listed-people.ts'
import { Nobody } from '#features/nearby/ui/nobody-found.tsx'
import { PersonCard } from '#features/nearby/ui/person-card.tsx'
import { WrittenIn } from '#features/profile/ui/prompts/written-in.tsx'
import { useCardGestures } from '#features/nearby/ui/use-card-gestures.ts'
import { useMorePeople } from '#features/nearby/ui/use-more-people.ts'
import { useViewHref } from '#features/nearby/ui/filters/view-href.ts'
import { WhyButton, WhyShown } from '#features/nearby/ui/why-shown.tsx'
import { useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { Pagination } from '#ui/controls/pagination.tsx'
import { useRestoredFocus } from '#ui/hooks/use-restored-focus.ts'
import { useSeen } from '#ui/hooks/use-seen.ts'
import styles from './page.module.css'

/** A grid of people; on phones one at a time, replaced by the next one in the same position. */
export function People({ nearby, isNoScript }: { nearby: PeopleNearby; isNoScript: boolean }) {
  const { t } = useI18n()
  const viewHref = useViewHref()
  // After a link on another site it is not known yet whether there is a script.
  const hasScript = !usePage().isFromElsewhere && !isNoScript
  const likes = useLikes()
  const { view, isFirstPage } = nearby
  const isLeft = ({ id }: PersonCardView) => likes.relationOf(id, 'none') === 'none'
  const { people, next, boostViews } = useMorePeople(nearby, isLeft)
  useSeen(nearbyActions.seen, 'text', boostViews)
  // A narrow filter may skip more people than one page looks at.
  const isShort = next !== null && people.length < peoplePerPage
  const left = people.filter(isLeft)
  const hasAnyone = left.length > 0
  useKeptPass()
  useListedPeople(left.map(({ id }) => id))
  const section = useRestoredFocus<HTMLElement>(findList)

  const deck = useCardGestures(likes.undoLast)
  const [tying, setTying] = useState<{ person: PersonCardView; name: string } | null>(null)
  return (
    <section ref={section} id="people" tabIndex={-1} aria-labelledby="people-list" className={styles.people}>
      <h2 id="people-list" className="visually-hidden">
        {t('people.list')}
      </h2>
      <p id="people-keys" className="visually-hidden">
        {t('people.keys')}
      </p>
      <div ref={deck} className={styles.deck} data-full={hasAnyone || undefined}>
        {people.length > 0 ? (
          <WhyShown isShared={hasScript}>
            <ul className={styles.grid} aria-describedby="people-keys">
              {people.map((person, index) => (
                <Tile
                  key={person.id}
                  person={person}
                  order={view.order}
                  priority={index < 4}
                  isAlone={left.length === 1 && left[0] === person}
                  hasSheet={tying?.person.id === person.id}
                  onTie={(name) => setTying({ person, name })}
                />
              ))}
            </ul>
          </WhyShown>
        ) : null}
        {hasAnyone ? null : people.length > 0 ? (
          <AllLiked nearby={{ view, next, isFirstPage }} />
        ) : next === null ? (
          <Nobody nearby={nearby} />
        ) : (
          <p className={styles.said}>{t('people.pages.nobody')}</p>
        )}
        <UndoBar />
      </div>
      {tying ? (
        <Suspense fallback={null}>
          <TieOnCard key={tying.person.id} {...tying} onClose={() => setTying(null)} />
        </Suspense>
      ) : null}
      <div className={styles.after}>
        {hasAnyone && isShort ? <p className={styles.said}>{t('people.pages.short')}</p> : null}
        {hasAnyone && next === null ? <EndOfList view={view} /> : null}
        <Pagination
          label={t('people.pages.label')}
          back={isFirstPage ? undefined : { href: viewHref(view), label: t('people.pages.first') }}
          next={
            next === null
              ? undefined
              : { href: viewHref(view, next), label: t(isShort ? 'people.pages.further' : 'people.pages.next') }
          }
        />
      </div>
    </section>
  )
}

type TileProps = {
  person: PersonCardView
  order: NearbyView['order']
  priority: boolean
  /** No one else is left. */
  isAlone: boolean
  /** The sheet of a thing of the person is open. */
  hasSheet: boolean
  /** Opens the sheet of a thing of the person. */
  onTie: (thing: string) => void
}

/** A card that leaves once its person is decided on, and returns after an undo or a refusal. */
function Tile({ person, order, priority, isAlone, hasSheet, onTie }: TileProps) {
  const relationship = useLikes().relationOf(person.id, 'none')
  const isLeaving = relationship !== 'none'
  // The pressed button disappears with a leaving card.
  const tile = useRestoredFocus<HTMLLIElement>((own) => (isLeaving ? findNext(own) : own.querySelector<HTMLElement>('h3 a')))
  const before = useRef({ relationship, hasSheet })

  // Before the browser draws: then the focus falls from a button that has become inert to the document's body.
  useLayoutEffect(() => {
    const element = tile.current
    // The focused button is about to disappear. A sheet that was open has disappeared with it, and the focus is nowhere now.
    const hadFocus = before.current.hasSheet || element?.contains(document.activeElement)
    if (isLeaving && element && hadFocus) findNext(element)?.focus({ preventScroll: true })
    // The button that reversed the decision has also disappeared, with the focus if it had it.
    const was = before.current.relationship
    const isLost = was === 'passed' || (was === 'liked' && document.activeElement === document.body)
    if (!isLeaving && isLost) element?.querySelector<HTMLElement>('h3 a')?.focus({ preventScroll: true })
    before.current = { relationship, hasSheet }
  }, [isLeaving, relationship, hasSheet, tile])

  return (
    <li
      ref={tile}
      className={isLeaving ? styles.leaving : isAlone ? `${styles.tile} ${styles.alone}` : styles.tile}
      data-gone={isLeaving ? relationship : undefined}
      inert={isLeaving}
    >
      <PersonCard
        person={person}
        priority={priority}
        corner={<FavouriteButton person={person} kept={person.isFavourite} />}
        isAlone={isAlone}
        renderHeart={(kind, prompt) => (
          <TieHeart personId={person.id} kind={kind} thing={prompt === undefined ? kind : `${kind}.${prompt}`} onOpen={onTie} />
        )}
        renderLanguage={(language, control) => <WrittenIn language={language}>{control}</WrittenIn>}
        why={<WhyButton person={person} order={order} />}
        actions={
          <>
            <PassButton person={person} shortcut="X" />
            <LikeButton person={person} likesMe={person.likesMe} shortcut="L" />
          </>
        }
      />
    </li>
  )
}

/** The focus target of a leaving card: the next remaining one, else the one before, else the list. */
function findNext(tile: HTMLElement): HTMLElement | null {
  const tiles = [...(tile.parentElement?.children ?? [])]
  const at = tiles.indexOf(tile)
  const isThere = (other: Element) => other !== tile && !other.hasAttribute('inert')
  const next = tiles.slice(at).find(isThere) ?? tiles.slice(0, at).findLast(isThere)
  return next?.querySelector<HTMLElement>('h3 a') ?? findList()
}

/** Not the list's heading, which would become visible with the focus and shift the content under the pointer. */
const findList = () => document.getElementById('people')
