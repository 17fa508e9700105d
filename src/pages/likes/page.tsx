import { Suspense, useEffect } from 'react'
import { likeActions, type LikesProps } from '#features/likes/contract.ts'
import { showsNews } from '#features/likes/rules.ts'
import { LikesList } from '#features/likes/ui/likes-list.tsx'
import { LikesLeft } from '#features/likes/ui/likes-left.tsx'
import { LikesProvider } from '#features/likes/ui/provider/likes-provider.tsx'
import { LikesTabs } from '#features/likes/ui/likes-tabs.tsx'
import { MatchMoment } from '#features/likes/ui/match/lazy.ts'
import { VisitorsBadge } from '#features/visits/ui/visitors-badge.tsx'
import { useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { noteListedMatch } from '#ui/install/visits.ts'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { useSeen } from '#ui/hooks/use-seen.ts'
import { ReportLike } from './report-like.tsx'

export default function Likes({ data }: { data: LikesProps }) {
  const { t } = useI18n()
  const { now } = usePage()
  useSeen(likeActions.seen, 'until', showsNews(data) ? now : null)
  const hasMatches = data.counts.matches > 0
  useEffect(() => {
    if (hasMatches) noteListedMatch()
  }, [hasMatches])
  return (
    <LikesProvider quota={data.quota}>
      {data.match ? (
        <Suspense fallback={null}>
          <MatchMoment match={data.match} />
        </Suspense>
      ) : null}
      <PageHeader title={t('likes.title')} text={t(`likes.intro.${data.tab}`)} actions={<LikesLeft />} />
      {data.isLost ? <Notice kind="warn">{t('people.notice.cursor')}</Notice> : null}
      <LikesTabs tab={data.tab} counts={data.counts} visitors={<VisitorsBadge copy />} />
      <LikesList
        key={data.tab}
        data={data}
        renderReport={(person) => <ReportLike person={person} isNoScript={data.isNoScript} />}
      />
    </LikesProvider>
  )
}
