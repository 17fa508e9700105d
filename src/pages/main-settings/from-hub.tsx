import type { ReactNode } from 'react'
import type { Preferences } from '#features/notifications/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Await } from '#shared/react/deferred.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'

/** Preferences from the member's own object; they arrive slightly after the page, once for this and the index. */
export function FromHub({ title, children }: { title: string; children: (preferences: Preferences) => ReactNode }) {
  const { t } = useI18n()
  return (
    <Await<Preferences> name="preferences" copy fallback={<Waiting title={title} />}>
      {(preferences) =>
        preferences ? (
          children(preferences)
        ) : (
          <Section title={title}>
            <Notice kind="error">{t('settings.hubAway')}</Notice>
          </Section>
        )
      }
    </Await>
  )
}

export function Waiting({ title, id }: { title: string; id?: string }) {
  return (
    <Section id={id} title={title}>
      <Skeleton lines={6} />
    </Section>
  )
}
