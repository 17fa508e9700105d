import { DrawingBuilder } from '#features/avatars/ui/drawing-builder.tsx'
import { questionnaireActions } from '#features/onboarding/contract.ts'
import type { DrawingView } from '#shared/drawing/choices.ts'
import { useHref } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'

const fields = { step: 'portrait', draw: '1' }

/** The builder instead of the choice of a portrait. Its address is `?step=portrait&draw=1` with the choices. */
export function Drawing({ view }: { view: DrawingView }) {
  const href = useHref()
  return (
    <DrawingBuilder
      view={view}
      page={href(routes.questionnaire, {})}
      fields={fields}
      hrefOf={(drawing) => href(routes.questionnaire, {}, { query: { ...fields, ...drawing } })}
      readyHref={href(routes.questionnaire, {}, { query: { step: 'portrait', seed: 1 } })}
      action={questionnaireActions.drawing}
    />
  )
}
