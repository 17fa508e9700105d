import { useRef, type ReactNode } from 'react'
import { questionnaireActions, portraitKinds, type PortraitKind, type QuestionnaireProps } from '../contract.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { useFlash } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { ChoiceGroup } from '#ui/fields/choice-group.tsx'
import { PortraitChoice } from './portrait-choice.tsx'
import styles from './questionnaire.module.css'
import { StepActions } from './step-actions.tsx'
import { StepForm } from './step-form.tsx'

type Props = Omit<Extract<QuestionnaireProps, { step: 'portrait' }>, 'photos' | 'photosClosed' | 'drawing'> & {
  /** Slots for photos; they have their own forms, so they are outside the step's form. */
  photos: ReactNode
  hasPhoto: boolean
  /** Waits for photos being uploaded; false if one was refused. */
  arePhotosSent: () => Promise<boolean>
}

const icons = { photo: 'camera', drawing: 'pencil' } as const

/**
 * A photo or a drawing, side by side. The choice belongs to no form: it opens its panel by CSS alone, so it works without a
 * script. The link to other drawings is a URL for the same reason.
 */
export function PortraitStep({ kind, photos, hasPhoto, arePhotosSent, ...drawings }: Props) {
  const { t } = useI18n()
  const flash = useFlash(questionnaireActions.save.form)
  const box = useRef<HTMLDivElement>(null)
  /** On a small phone, the panel opens below the visible part. */
  const showPanel = (value: string) => {
    const list = value === 'drawing' ? `.${styles.portraits}` : 'ol'
    box.current?.querySelector(list)?.scrollIntoView({ block: 'nearest' })
  }
  // A plain form that was refused had a drawing's panel open, or none.
  const open = kind ?? portraitKinds.find((known) => known === flash?.values['kind'])
  return (
    <div className={styles.portrait} ref={box}>
      <ChoiceGroup
        legend={t('questionnaire.portrait.kind')}
        legendHidden
        name="kind"
        defaultValue={open}
        onChange={({ currentTarget }) => showPanel(currentTarget.value)}
        options={portraitKinds.map((value) => ({
          value,
          icon: icons[value],
          label: t(`questionnaire.portrait.${value}`),
          description: t(`questionnaire.portrait.${value}Text`),
        }))}
      />
      <div className={styles.photoPanel}>
        {photos}
        <Portrayed kind="photo" isThere={hasPhoto} prepare={arePhotosSent} />
      </div>
      <div className={styles.drawingPanel}>
        <Portrayed kind="drawing" drawings={drawings} />
      </div>
      <div className={styles.noPanel}>
        <Portrayed kind="" />
      </div>
    </div>
  )
}

type Drawings = Omit<Props, 'kind' | 'photos' | 'hasPhoto' | 'arePhotosSent'>
type PortrayedProps = { kind: PortraitKind | ''; isThere?: boolean; drawings?: Drawings; prepare?: () => Promise<boolean> }

/** Button of one panel that continues. Without a photo or a drawing, it says that one of them is required. */
function Portrayed({ kind, isThere, drawings, prepare }: PortrayedProps) {
  const { t } = useI18n()
  const href = useHref()
  return (
    <StepForm
      step="portrait"
      missing={isThere ? undefined : t('questionnaire.portrait.missing')}
      missingField="avatar"
      prepare={prepare}
    >
      {(view) => (
        <>
          <input type="hidden" name="kind" value={kind} />
          {drawings ? (
            <>
              <PortraitChoice {...drawings} view={view} priority />
              <div className={styles.otherWays}>
                <ButtonLink
                  kind="quiet"
                  icon="refresh-cw"
                  href={href(routes.questionnaire, {}, { query: { step: 'portrait', seed: drawings.page + 1 } })}
                >
                  {t('questionnaire.portrait.others')}
                </ButtonLink>
                <ButtonLink
                  kind="quiet"
                  icon="pencil"
                  href={href(routes.questionnaire, {}, { query: { step: 'portrait', draw: 1 } })}
                >
                  {t('questionnaire.portrait.build')}
                </ButtonLink>
              </div>
            </>
          ) : null}
          <StepActions pending={view.pending} />
        </>
      )}
    </StepForm>
  )
}
