import type { PlaceView } from '#features/location/contract.ts'
import { TownField } from './town/town-field.tsx'
import { useI18n } from '#shared/i18n/context.tsx'
import type { FormView } from '#ui/forms/action-form.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { LocateButton } from './locate-button.tsx'

/** Offers the device's area, or a town. */
export function PlaceChoice({ place, view }: { place: PlaceView; view: FormView }) {
  const { t } = useI18n()
  return (
    <>
      {place.hasCell ? <Notice kind="success">{t('questionnaire.place.saved')}</Notice> : null}
      <LocateButton />
      <TownField place={place} view={view} />
    </>
  )
}
