import { favouritesLimit, type FavouriteCardView, type FavouritesProps } from '#features/favourites/contract.ts'
import { FavouriteCard } from '#features/favourites/ui/favourite-card.tsx'
import { FavouriteNotices } from '#features/favourites/ui/favourite-notices.tsx'
import { FavouritesEmpty } from '#features/favourites/ui/favourites-empty.tsx'
import { LikeButton } from '#features/likes/ui/like-button.tsx'
import { LikesLeft } from '#features/likes/ui/likes-left.tsx'
import { useLikes } from '#features/likes/ui/provider/likes-context.ts'
import { LikesTabs } from '#features/likes/ui/likes-tabs.tsx'
import { LikesProvider } from '#features/likes/ui/provider/likes-provider.tsx'
import { WriteToMatch } from '#features/likes/ui/match/write-to-match.tsx'
import { VisitorsBadge } from '#features/visits/ui/visitors-badge.tsx'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Pagination } from '#ui/controls/pagination.tsx'
import { TileLike, tileList } from '#ui/identity/person-tile.tsx'

export default function Favourites({ data: { cards, total, next, paged, isLost, quota } }: { data: FavouritesProps }) {
  const { t, format } = useI18n()
  const href = useHref()
  return (
    <LikesProvider quota={quota}>
      <FavouriteNotices />
      <PageHeader
        title={t('favourites.title')}
        text={
          <>
            <p>{t('favourites.intro')}</p>
            {total > 0 ? (
              <p>
                {t('favourites.total.label')}{' '}
                <strong>
                  {t('favourites.total.value', { count: format.number(total), limit: format.number(favouritesLimit) })}
                </strong>
              </p>
            ) : null}
          </>
        }
        actions={<LikesLeft />}
      />
      <LikesTabs tab="favourites" visitors={<VisitorsBadge copy />} />
      {isLost ? <Notice kind="warn">{t('people.notice.cursor')}</Notice> : null}
      {cards.length === 0 ? (
        <FavouritesEmpty paged={paged} />
      ) : (
        <section aria-labelledby="favourites-list">
          <h2 id="favourites-list" className="visually-hidden">
            {t('favourites.list')}
          </h2>
          <ul className={tileList}>
            {cards.map((card, index) => (
              <li key={card.id}>
                <FavouriteCard card={card} priority={index < 4} actions={<Actions card={card} />} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Pagination
        label={t('people.pages.label')}
        back={paged && cards.length > 0 ? { href: href(routes.favourites, {}), label: t('people.pages.first') } : undefined}
        next={next ? { href: href(routes.favourites, {}, { query: { after: next } }), label: t('people.pages.next') } : undefined}
      />
    </LikesProvider>
  )
}

/** Offers a message to matches and a like to others. */
function Actions({ card }: { card: FavouriteCardView }) {
  const relationship = useLikes().relationOf(card.id, card.relationship)
  if (relationship === 'matched') return <WriteToMatch person={card} conversationId={card.conversationId} />
  return (
    <TileLike>
      <LikeButton person={card} relationship={card.relationship} look="text" likesMe={card.likesMe} wide />
    </TileLike>
  )
}
