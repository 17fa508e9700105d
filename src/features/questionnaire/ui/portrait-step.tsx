import type { QuestionnaireProps } from '#features/questionnaire/contract.ts'
import { avatarUrl } from '#shared/avatar.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routes.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ChoiceGroup } from '#ui/choice-group.tsx'
import { Portrait } from '#ui/portrait.tsx'
import styles from './questionnaire.module.css'
import { StepForm, textValue } from './step-form.tsx'

type Props = Extract<QuestionnaireProps, { step: 'portrait' }>

/** Twelve drawings at a time; the link to others is an address, so it works without a script. */
export function PortraitStep({ offered, chosen, page }: Props) {
  const { t } = useI18n()
  const href = useHref()
  const all = chosen && !offered.includes(chosen) ? [chosen, ...offered.slice(1)] : offered
  return (
    <StepForm step="portrait">
      {({ values, fields, pending }) => (
        <>
          <div className={styles.portraits}>
            <ChoiceGroup
              key={page}
              legend={t('questionnaire.portrait.legend')}
              legendHidden
              name="avatar"
              look="pictures"
              required
              defaultValue={textValue(values, 'avatar') ?? chosen ?? undefined}
              error={fields['avatar']}
              options={all.map((avatar, index) => ({
                value: avatar,
                label:
                  avatar === chosen
                    ? t('questionnaire.portrait.current')
                    : t('questionnaire.portrait.option', { number: index + 1 }),
                picture: <Portrait shape="square" src={avatarUrl(avatar) ?? undefined} alt="" tint={index} priority />,
              }))}
            />
          </div>
          <div className={styles.actions}>
            <Button size="l" iconEnd="arrow-right" pending={pending}>
              {t('common.form.continue')}
            </Button>
            <ButtonLink
              kind="quiet"
              icon="refresh-cw"
              href={href(routes.questionnaire, {}, { query: { step: 'portrait', seed: page + 1 } })}
            >
              {t('questionnaire.portrait.others')}
            </ButtonLink>
          </div>
        </>
      )}
    </StepForm>
  )
}
