import type { QuestionnaireProps } from '../contract.ts'
import { TownSearchForm } from './town/town-search-form.tsx'
import { useHref } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { PlaceChoice } from './place-choice.tsx'
import { StepActions } from './step-actions.tsx'
import { StepForm } from './step-form.tsx'

type Props = Extract<QuestionnaireProps, { step: 'place' }>

export function PlaceStep({ place }: Props) {
  const href = useHref()
  return (
    <>
      <TownSearchForm action={href(routes.questionnaire, {})} query={{ step: 'place' }} />
      <StepForm step="place">
        {(view) => (
          <>
            <PlaceChoice place={place} view={view} />
            <StepActions pending={view.pending} />
          </>
        )}
      </StepForm>
    </>
  )
}
