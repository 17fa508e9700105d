import type { ReactNode } from 'react'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Row, RowList } from '#ui/layout/row-list.tsx'
import { Section } from '#ui/layout/section.tsx'
import { blockActions, blockedAnchor, type BlockedList, type BlockedPerson, type BlockOutcome } from '../contract.ts'
import styles from './blocked-section.module.css'

type BlockedSectionProps = {
  blocked: BlockedList
  /** The result of the previous action. */
  done: BlockOutcome | null
  /** Rendered before the list. */
  children?: ReactNode
}

/** The people whom the member has blocked, each with a button that unblocks. */
export function BlockedSection({ blocked: { people, next }, done, children }: BlockedSectionProps) {
  const { t } = useI18n()
  const href = useHref()
  return (
    <Section id={blockedAnchor} title={t('safety.blocked.title')} text={t('safety.blocked.text')}>
      {done ? (
        <Notice kind="success">{t(done === 'blocked' ? 'safety.blocked.doneBlocked' : 'safety.blocked.doneUnblocked')}</Notice>
      ) : null}
      {children}
      {people.length === 0 ? (
        <p className={styles.quiet}>{t('safety.blocked.none')}</p>
      ) : (
        <>
          <RowList>
            {people.map((person) => (
              <Blocked key={person.id} person={person} />
            ))}
          </RowList>
          <p className={styles.quiet}>{t('safety.blocked.after')}</p>
        </>
      )}
      {next ? (
        <a className="alone" href={href(routes.mainSettings, {}, { query: { blocked: next }, hash: blockedAnchor })}>
          {t('safety.blocked.older')}
        </a>
      ) : null}
    </Section>
  )
}

function Blocked({ person: { id, firstName: name, blockedAt } }: { person: BlockedPerson }) {
  const { t, format } = useI18n()
  return (
    <Row title={name} detail={t('safety.blocked.since', { date: format.date(blockedAt) })}>
      <ActionForm name={`${blockActions.unblock.form}-${id}`} action={blockActions.unblock}>
        {({ error, pending }) => (
          <>
            <input type="hidden" name="id" value={id} />
            <Button kind="secondary" size="s" pending={pending} aria-label={t('safety.blocked.unblockNamed', { name })}>
              {t('safety.blocked.unblock')}
            </Button>
            {error ? <Notice kind="error">{error}</Notice> : null}
          </>
        )}
      </ActionForm>
    </Row>
  )
}
