import type { LikeTab } from '#features/likes/contract.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'

/** Shown if a list is empty, or has no entry left on this page: suggests a next step. */
export function LikesEmpty({ tab, paged, limit }: { tab: LikeTab; paged: boolean; limit: number }) {
  const { t, tn } = useI18n()
  const href = useHref()
  const kind = paged ? 'paged' : tab
  const target = paged
    ? href(routes.likes, {}, { query: { tab } })
    : tab === 'matches'
      ? href(routes.likes, {})
      : href(routes.peopleNearby, {})
  return (
    <EmptyState
      title={t(`likes.empty.${kind}.title`)}
      text={kind === 'sent' ? tn('likes.empty.sent.text', limit) : t(`likes.empty.${kind}.text`)}
      action={<ButtonLink href={target}>{t(`likes.empty.${kind}.action`)}</ButtonLink>}
    />
  )
}
