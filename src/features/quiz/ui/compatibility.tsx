import type { CompatibilityView, ReasonView } from '#features/quiz/contract.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Meter } from '#ui/feedback/meter.tsx'
import styles from './compatibility.module.css'

type Props = { compatibility: CompatibilityView; name: string }

/**
 * The compatibility by the quiz with its reasons. Below the minimum percentage it names differences only; without a result it
 * says what is missing.
 */
export function Compatibility({ compatibility, name }: Props) {
  const { t, tn, format } = useI18n()
  const href = useHref()
  const percent = compatibility?.percent ?? null
  const shown = percent === null ? null : format.percent(percent / 100)
  // Shows neither a number nor a sentence, because any text here would amount to one of the two.
  if (compatibility && percent === null && compatibility.reasons.length === 0) return null
  return (
    <Card as="section" kind="surface" labelledBy="compatibility">
      <div className={styles.card}>
        <h2 id="compatibility" className={styles.title}>
          {t('quiz.match.title')}
        </h2>
        {compatibility && percent !== null && shown !== null ? (
          <>
            <Meter value={percent} max={100} label={t('quiz.match.label')} valueText={shown} />
            <Reasons reasons={compatibility.reasons} summary={t('quiz.match.why', { percent: shown })} name={name} />
          </>
        ) : compatibility ? (
          <Differences
            reasons={compatibility.reasons}
            summary={tn('quiz.match.differ', compatibility.reasons.length)}
            name={name}
          />
        ) : (
          <>
            <p>
              <strong>{t('quiz.match.tooFew')}</strong> {t('quiz.match.tooFewText', { name })}
            </p>
            <p>
              <ButtonLink kind="secondary" size="s" href={href(routes.quiz, {})}>
                {t('quiz.match.toQuiz')}
              </ButtonLink>
            </p>
          </>
        )}
      </div>
    </Card>
  )
}

type ReasonsProps = { reasons: ReasonView[]; summary: string; name: string }

/** Differences that matter to the viewer. */
function Differences({ reasons, summary, name }: ReasonsProps) {
  const { t } = useI18n()
  return (
    <details className={styles.why}>
      <summary>
        {summary}
        <Icon name="chevron-down" size="s" />
      </summary>
      <ul>
        {reasons.map((reason) => (
          <Reason key={reason.question} reason={reason} name={name} />
        ))}
      </ul>
      <p className={styles.note}>{t('quiz.match.note', { name })}</p>
    </details>
  )
}

function Reasons({ reasons, summary, name }: ReasonsProps) {
  const { t } = useI18n()
  const groups = [
    { key: 'made', list: reasons.filter(({ verdict }) => verdict === 'made') },
    { key: 'cost', list: reasons.filter(({ verdict }) => verdict !== 'made') },
  ] as const
  return (
    <details className={styles.why}>
      <summary>
        {summary}
        <Icon name="chevron-down" size="s" />
      </summary>
      {groups.map(({ key, list }) =>
        list.length === 0 ? null : (
          <div key={key} className={styles.group}>
            <h3 className={styles[key]}>
              <Icon name={key === 'made' ? 'circle-check' : 'circle-alert'} size="s" />
              {t(`quiz.match.${key}`)}
            </h3>
            <ul>
              {list.map((reason) => (
                <Reason key={reason.question} reason={reason} name={name} />
              ))}
            </ul>
          </div>
        ),
      )}
      <p className={styles.note}>{t(reasons.length === 0 ? 'quiz.match.noneOpen' : 'quiz.match.note', { name })}</p>
    </details>
  )
}

function Reason({ reason: { ask, mine, theirs, verdict }, name }: { reason: ReasonView; name: string }) {
  const { t } = useI18n()
  return (
    <li>
      <p className={styles.ask}>{ask}</p>
      <dl>
        <div>
          <dt>{t('quiz.match.you')}</dt>
          <dd>{mine}</dd>
        </div>
        <div>
          <dt>{name}</dt>
          <dd>{theirs}</dd>
        </div>
      </dl>
      {verdict === 'made' ? null : <p className={styles.verdict}>{t(`quiz.match.verdict.${verdict}`, { name })}</p>}
    </li>
  )
}
