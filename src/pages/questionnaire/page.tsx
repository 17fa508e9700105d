import { LegalHelp } from '#features/legal/ui/legal-help.tsx'
import type { QuestionnaireProps } from '#features/questionnaire/contract.ts'
import { AboutStep } from '#features/questionnaire/ui/about-step.tsx'
import { IntentStep } from '#features/questionnaire/ui/intent-step.tsx'
import { PlaceStep } from '#features/questionnaire/ui/place-step.tsx'
import { PortraitStep } from '#features/questionnaire/ui/portrait-step.tsx'
import { StepFrame } from '#features/questionnaire/ui/step-frame.tsx'

export default function Questionnaire({ data }: { data: QuestionnaireProps }) {
  return (
    <StepFrame key={data.step} step={data.step}>
      <StepBody data={data} />
      <LegalHelp />
    </StepFrame>
  )
}

function StepBody({ data }: { data: QuestionnaireProps }) {
  switch (data.step) {
    case 'portrait':
      return <PortraitStep {...data} />
    case 'place':
      return <PlaceStep {...data} />
    case 'intent':
      return <IntentStep {...data} />
    case 'about':
      return <AboutStep {...data} />
    default:
      return data satisfies never
  }
}
