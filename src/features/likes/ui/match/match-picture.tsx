import { useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { Portrait } from '#ui/identity/portrait.tsx'
import { ThreadMatch } from '#ui/thread/thread-match.tsx'
import type { MatchView } from '#features/likes/contract.ts'
import { initialOf } from '#shared/text/cut.ts'

/** The thread ties the two portraits, with the viewer's on the left. */
export function MatchPicture({ match }: { match: MatchView }) {
  const { t } = useI18n()
  const { viewer } = usePage()
  const own = viewer?.firstName ?? ''
  return (
    <ThreadMatch
      endless
      left={
        <Portrait
          shape="square"
          src={viewer?.avatar ?? undefined}
          alt={t('likes.match.own')}
          initial={initialOf(own)}
          tint={1}
          priority
        />
      }
      right={
        <Portrait
          shape="square"
          src={match.avatar ?? undefined}
          alt={t('likes.match.portrait', { name: match.firstName })}
          initial={initialOf(match.firstName)}
          tint={4}
          priority
        />
      }
    />
  )
}
