import type { ReactNode } from 'react'
import type { LikeCardView, LikesProps } from '#features/likes/contract.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { Pagination } from '#ui/controls/pagination.tsx'
import { tileList } from '#ui/identity/person-tile.tsx'
import { LikeCard } from './like-card.tsx'
import { LikesEmpty } from './likes-empty.tsx'

type Props = {
  data: LikesProps
  /** The button that reports what came with a received like. */
  renderReport: (person: LikeCardView) => ReactNode
}

/** One page of one of the three lists. */
export function LikesList({ data: { tab, cards, next, paged, quota }, renderReport }: Props) {
  const { t } = useI18n()
  const href = useHref()
  if (cards.length === 0) return <LikesEmpty tab={tab} paged={paged} limit={quota.limit} />
  const tabQuery = tab === 'received' ? {} : { tab }
  return (
    <>
      <h2 className="visually-hidden">{t(`likes.tabs.${tab}`)}</h2>
      <ul className={tileList}>
        {cards.map((card, index) => (
          <LikeCard
            key={card.id}
            card={card}
            tab={tab}
            priority={index < 4}
            report={tab === 'received' && card.tie ? renderReport(card) : null}
          />
        ))}
      </ul>
      <Pagination
        label={t('likes.pages.label')}
        back={paged ? { href: href(routes.likes, {}, { query: tabQuery }), label: t('likes.pages.first') } : undefined}
        next={
          next
            ? { href: href(routes.likes, {}, { query: { ...tabQuery, after: next } }), label: t('likes.pages.next') }
            : undefined
        }
      />
    </>
  )
}
