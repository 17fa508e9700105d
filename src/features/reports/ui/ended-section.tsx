import { Suspense } from 'react'
import { blockedAnchor } from '#features/blocks/contract.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { goTo } from '#ui/hooks/go-back.ts'
import { Row, RowList } from '#ui/layout/row-list.tsx'
import { Section } from '#ui/layout/section.tsx'
import { endedAnchor, type EndedList } from '../contract.ts'
import { ReportForm } from './lazy.ts'

/** People with whom the member has talked before, each with a link to report them. It does not say how a conversation ended. */
export function EndedSection({ ended: { people, chosen } }: { ended: EndedList }) {
  const { t, format } = useI18n()
  const href = useHref()
  const blocked = href(routes.mainSettings, {}, { query: { section: 'privacy' }, hash: blockedAnchor })
  if (people.length === 0) return null
  return (
    <Section id={endedAnchor} title={t('safety.ended.title')} text={t('safety.ended.text')}>
      {chosen ? (
        <section aria-labelledby="report-ended">
          <h3 id="report-ended">{t('safety.report.title', { name: chosen.firstName })}</h3>
          <Suspense fallback={null}>
            <ReportForm key={chosen.id} person={chosen} source="conversation" onReported={() => void goTo(blocked)} />
          </Suspense>
        </section>
      ) : null}
      <RowList>
        {people.map(({ id, firstName: name, endedAt }) => (
          <Row key={id} title={name} detail={t('safety.ended.since', { date: format.date(endedAt) })}>
            <ButtonLink
              kind="secondary"
              size="s"
              icon="flag"
              href={href(routes.mainSettings, {}, { query: { report: id }, hash: endedAnchor })}
              aria-label={t('safety.open.reportNamed', { name })}
              aria-current={id === chosen?.id ? 'true' : undefined}
            >
              {t('safety.open.report')}
            </ButtonLink>
          </Row>
        ))}
      </RowList>
    </Section>
  )
}
