import type { DrawingView } from '#shared/drawing/choices.ts'
import { DrawingBuilder } from '#features/avatars/ui/drawing-builder.tsx'
import { profileActions } from '#features/profile/contract.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { PageHeader } from '#ui/layout/page-header.tsx'

const fields = { edit: 'drawing' }

/** The builder instead of the rows. Its address is `?edit=drawing` with the choices. */
export function Drawing({ view }: { view: DrawingView }) {
  const { t } = useI18n()
  const href = useHref()
  return (
    <>
      <PageHeader
        title={view.texts.title}
        text={view.texts.text}
        back={{ href: href(routes.profileSettings, {}), label: t('profile.settings.title') }}
      />
      <DrawingBuilder
        view={view}
        page={href(routes.profileSettings, {})}
        fields={fields}
        hrefOf={(drawing) => href(routes.profileSettings, {}, { query: { ...fields, ...drawing } })}
        readyHref={href(routes.profileSettings, {}, { query: { edit: 'portrait' } })}
        action={profileActions.drawing}
      />
    </>
  )
}
