import type { ReactNode } from 'react'
import { bandLimitsKm, describeBand } from '#features/location/contract.ts'
import { defaultView, type PeopleNearby } from '#features/nearby/contract.ts'
import { intents } from '#features/profile/contract.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { ChoiceGroup } from '#ui/fields/choice-group.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import { AgeSlider } from './age-slider.tsx'
import styles from './filter-form.module.css'
import { ShowPeople } from '../people-count.tsx'
import { useViewHref } from './view-href.ts'
import '#ui/fields/choices.css'

type FilterFormProps = { nearby: Pick<PeopleNearby, 'view' | 'seeks'>; /** More fields. */ children?: ReactNode }

/** The filters and the order as one GET form, so that every choice has a URL. */
export function FilterForm({ nearby: { view, seeks }, children }: FilterFormProps) {
  const translator = useI18n()
  const { t } = translator
  const href = useHref()
  const viewHref = useViewHref()
  const only = [
    { name: 'speaks', value: 'mine', on: view.speaks !== null, label: t('people.filters.speaks') },
    { name: 'online', value: '1', on: view.online, label: t('people.filters.online') },
    { name: 'photo', value: '1', on: view.photo, label: t('people.filters.photo') },
    { name: 'verified', value: '1', on: view.verified, label: t('people.filters.verified') },
  ]
  // A new key after each change of the URL, so that uncontrolled fields start from the new filters.
  return (
    <form key={viewHref(view)} method="get" action={href(routes.peopleNearby, {})} className={styles.form} onSubmit={closeDialog}>
      {view.wide ? <input type="hidden" name="wide" value="1" /> : null}
      <ChoiceGroup
        look="segmented"
        legend={t('people.order.label')}
        name="order"
        defaultValue={view.order === 'neutral' ? 'neutral' : ''}
        options={[
          { value: '', label: t('people.order.best') },
          { value: 'neutral', label: t('people.order.neutral') },
        ]}
      />
      <AgeSlider
        ageMin={view.ageMin}
        ageMax={view.ageMax}
        hint={t('people.filters.ageHint', { min: seeks.ageMin, max: seeks.ageMax })}
      />
      <SelectField
        label={t('people.filters.distance')}
        name="within"
        defaultValue={view.within ?? ''}
        empty={t('people.filters.anyDistance')}
        options={bandLimitsKm.map((limit) => ({ value: String(limit), label: describeBand(translator, limit) }))}
      />
      {seeks.genders.length > 1 ? (
        <ChoiceGroup
          look="chips"
          multiple
          legend={t('people.filters.gender')}
          name="gender"
          defaultValue={view.genders}
          options={seeks.genders.map((gender) => ({ value: gender, label: t(`profile.seeks.${gender}`) }))}
        />
      ) : null}
      <ChoiceGroup
        look="chips"
        multiple
        legend={t('people.filters.intent')}
        name="intent"
        defaultValue={view.intents}
        options={intents.map((intent) => ({ value: intent, label: t(`profile.intent.${intent}`) }))}
      />
      <fieldset className={styles.only}>
        <legend>{t('people.filters.more')}</legend>
        {only.map(({ name, value, on, label }) => (
          <label key={name}>
            <input type="checkbox" name={name} value={value} defaultChecked={on} />
            {label}
          </label>
        ))}
      </fieldset>
      {children}
      <div className={styles.buttons}>
        <Button>
          <ShowPeople />
        </Button>
        <ButtonLink kind="quiet" href={viewHref({ ...defaultView, order: view.order })} onClick={closeDialog}>
          {t('people.filters.clear')}
        </ButtonLink>
      </div>
    </form>
  )
}

/** The next page may be this one with other filters, without a new document. */
function closeDialog(event: { currentTarget: HTMLElement }) {
  const dialog = event.currentTarget.closest('dialog')
  if (dialog?.open) dialog.close()
  else if (dialog?.matches(':popover-open')) dialog.hidePopover()
}
