import { Suspense, useState } from 'react'
import type { OperatorProps } from '#features/legal/contract.ts'
import { PhotoSlots } from '#features/photos/ui/photo-slots.tsx'
import { areSent, useUploadList } from '#features/photos/ui/use-uploads.ts'
import { LegalHelp } from '#features/legal/ui/legal-help.tsx'
import { PromptFields } from '#features/profile/ui/prompts/prompt-fields.tsx'
import { AnswerFields } from '#features/profile/ui/edit/answer-fields.tsx'
import { aboutLimits, answerSteps, promptFields, type QuestionnaireProps } from '#features/onboarding/contract.ts'
import { AnswersStep } from '#features/onboarding/ui/answers-step.tsx'
import { IntentStep } from '#features/onboarding/ui/intent-step.tsx'
import { PlaceStep } from '#features/onboarding/ui/place-step.tsx'
import { PortraitStep } from '#features/onboarding/ui/portrait-step.tsx'
import { StepFrame } from '#features/onboarding/ui/step-frame.tsx'
import { useI18n } from '#shared/i18n/context.tsx'
import { Drawing } from './lazy.tsx'

export default function Form({ data }: { data: QuestionnaireProps & OperatorProps }) {
  return (
    <StepFrame key={data.step} step={data.step}>
      <StepBody data={data} />
      <LegalHelp operator={data.operator} />
    </StepFrame>
  )
}

function StepBody({ data }: { data: QuestionnaireProps }) {
  const { t } = useI18n()
  switch (data.step) {
    case 'portrait':
      return data.drawing ? (
        <Suspense fallback={null}>
          <Drawing view={data.drawing} />
        </Suspense>
      ) : (
        <Portrait data={data} />
      )
    case 'place':
      return <PlaceStep {...data} />
    case 'intent':
      return (
        <IntentStep {...data}>{(view) => <AnswerFields {...data} fields={['intent']} view={view} seenTogether />}</IntentStep>
      )
    case 'answers':
      return (
        <AnswersStep step={data.step}>
          {(view) => (
            <>
              <AnswerFields {...data} fields={answerSteps.answers} view={view} seenTogether />
              <PromptFields names={promptFields} answers={data.promptAnswers} languages={data.offered.languages} view={view} />
            </>
          )}
        </AnswersStep>
      )
    default:
      return (
        <AnswersStep step={data.step}>
          {(view) => (
            <AnswerFields
              {...data}
              fields={answerSteps[data.step]}
              view={view}
              seenTogether
              limits={aboutLimits}
              placeholder={t('questionnaire.about.placeholder')}
            />
          )}
        </AnswersStep>
      )
  }
}

function Portrait({ data }: { data: Extract<QuestionnaireProps, { step: 'portrait' }> }) {
  const [photos, setPhotos] = useState(data.photos)
  const isOnItsWay = useUploadList().some(({ refusal }) => refusal === null)
  return (
    <PortraitStep
      {...data}
      photos={<PhotoSlots photos={data.photos} closed={data.photosClosed} onPhotos={setPhotos} />}
      hasPhoto={isOnItsWay || photos.some(({ state }) => state !== 'rejected')}
      arePhotosSent={areSent}
    />
  )
}
