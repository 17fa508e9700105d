import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import type { PhotoNews as News } from '#features/photos/contract.ts'

/** News about a member's own photos; renders nothing if all of them are on the profile. */
export function PhotoNews({ pending, rejected, isUnverified }: News) {
  const { t, tn } = useI18n()
  const href = useHref()
  if (pending === 0 && rejected === 0 && !isUnverified) return null
  const texts = [
    ...(rejected > 0 ? [tn('photos.news.rejected', rejected)] : []),
    ...(pending > 0 ? [tn('photos.news.pending', pending)] : []),
    ...(isUnverified ? [t('photos.unverified')] : []),
  ]
  return (
    <Notice kind={rejected > 0 ? 'warn' : undefined}>
      {texts.join(' ')} <a href={href(routes.profileSettings, {}, { hash: 'photos' })}>{t('photos.news.open')}</a>
    </Notice>
  )
}
