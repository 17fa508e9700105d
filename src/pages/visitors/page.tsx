import { FavouriteButton } from '#features/favourites/ui/favourite-button.tsx'
import { FavouriteNotices } from '#features/favourites/ui/favourite-notices.tsx'
import { LikeButton } from '#features/likes/ui/like-button.tsx'
import { LikesLeft } from '#features/likes/ui/likes-left.tsx'
import { useLikes } from '#features/likes/ui/provider/likes-context.ts'
import { LikesTabs } from '#features/likes/ui/likes-tabs.tsx'
import { LikesProvider } from '#features/likes/ui/provider/likes-provider.tsx'
import { PassButton, PassedNote } from '#features/likes/ui/pass-button.tsx'
import { WriteToMatch } from '#features/likes/ui/match/write-to-match.tsx'
import { visitActions, type VisitorCardView, type VisitorsProps } from '#features/visits/contract.ts'
import { VisitorCard } from '#features/visits/ui/visitor-card.tsx'
import { VisitorsEmpty } from '#features/visits/ui/visitors-empty.tsx'
import { VisitorsBadge } from '#features/visits/ui/visitors-badge.tsx'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Pagination } from '#ui/controls/pagination.tsx'
import { TileLike, tileList } from '#ui/identity/person-tile.tsx'
import { useRestoredFocus } from '#ui/hooks/use-restored-focus.ts'
import { useSeen } from '#ui/hooks/use-seen.ts'

export default function Visitors({ data: { cards, next, paged, isLost, isInvisible, quota } }: { data: VisitorsProps }) {
  const { t } = useI18n()
  const href = useHref()
  const { now } = usePage()
  useSeen(visitActions.seen, 'until', paged || isInvisible ? null : now)
  return (
    <LikesProvider quota={quota}>
      <FavouriteNotices />
      <PageHeader title={t('visitors.title')} text={t('visitors.intro')} actions={<LikesLeft />} />
      <LikesTabs tab="visitors" visitors={<VisitorsBadge copy />} />
      {isLost ? <Notice kind="warn">{t('people.notice.cursor')}</Notice> : null}
      {cards.length === 0 ? (
        <VisitorsEmpty kind={isInvisible ? 'invisible' : paged ? 'paged' : 'nobody'} />
      ) : (
        <section aria-labelledby="visitors-list">
          <h2 id="visitors-list" className="visually-hidden">
            {t('visitors.list')}
          </h2>
          <ul className={tileList}>
            {cards.map((card, index) => (
              <Tile key={card.id} card={card} priority={index < 4} />
            ))}
          </ul>
        </section>
      )}
      <Pagination
        label={t('people.pages.label')}
        back={paged && cards.length > 0 ? { href: href(routes.visitors, {}), label: t('people.pages.first') } : undefined}
        next={next ? { href: href(routes.visitors, {}, { query: { after: next } }), label: t('people.pages.next') } : undefined}
      />
    </LikesProvider>
  )
}

function Tile({ card, priority }: { card: VisitorCardView; priority: boolean }) {
  const relationship = useLikes().relationOf(card.id, card.relationship)
  const tile = useRestoredFocus<HTMLLIElement>()
  return (
    <li ref={tile}>
      {relationship === 'passed' ? (
        <PassedNote person={card} />
      ) : (
        <VisitorCard
          card={card}
          priority={priority}
          corner={<FavouriteButton person={card} kept={card.isFavourite} />}
          actions={
            relationship === 'matched' ? (
              <WriteToMatch person={card} conversationId={card.conversationId} />
            ) : (
              <>
                <TileLike>
                  <LikeButton person={card} relationship={card.relationship} look="text" likesMe={card.likesMe} wide />
                </TileLike>
                <PassButton person={card} relationship={card.relationship} look="text" />
              </>
            )
          }
        />
      )}
    </li>
  )
}
