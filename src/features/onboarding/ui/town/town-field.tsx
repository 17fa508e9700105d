import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import { placeLimits, typedParam, type FoundPlace, type PlaceView } from '#features/location/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Button } from '#ui/controls/button.tsx'
import { ChoiceGroup } from '#ui/fields/choice-group.tsx'
import { Field } from '#ui/fields/field.tsx'
import type { FormView } from '#ui/forms/action-form.tsx'
import { useInBrowser } from '#ui/hooks/use-in-browser.ts'
import styles from './town-field.module.css'
import { describeTown, listId, optionId, TownList } from './town-list.tsx'
import { TownOutcome } from './town-outcome.tsx'
import { townSearchId } from './town-search-form.tsx'
import { createTownSearcher, type TownAnswer } from './town-searcher.ts'

/** Sent for a text that is no choice: the form is refused, and does not keep the saved place in silence. */
const unchosen = 'unchosen'

const nameAlone = ({ name, region, country }: FoundPlace) => [name, region, country].filter(Boolean).join(', ')

type Props = { place: PlaceView; view: FormView }

/**
 * The field `city`. With a script it is a combobox (WAI-ARIA 1.2): results follow what is typed. Without one, its button searches
 * by `TownSearchForm`, and the page that follows has the results as radio buttons.
 */
export function TownField({ place: { saved, search }, view }: Props) {
  const { t } = useI18n()
  const isLive = useInBrowser()
  const input = useRef<HTMLInputElement>(null)
  const initial = search?.typed ?? ''
  const kept = saved?.id ?? ''
  const [city, setCity] = useState(search ? '' : kept)
  const [answer, setAnswer] = useState<TownAnswer | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [hasRadios, setHasRadios] = useState(search !== null)
  const [searcher] = useState(() =>
    createTownSearcher((found) => {
      setAnswer(found)
      setActive(-1)
      setIsOpen(found?.kind === 'found')
    }),
  )
  const towns = answer?.kind === 'found' ? answer.towns : []
  const isListed = isOpen && towns.length > 0

  const close = () => {
    setIsOpen(false)
    setActive(-1)
  }
  const type = (typed: string) => {
    setHasRadios(false)
    // What was found for the text before is no choice any more.
    close()
    setCity(typed.trim() === '' ? kept : unchosen)
    searcher.type(typed)
  }
  const readTyped = useEffectEvent(() => {
    const typed = input.current?.value ?? ''
    if (typed !== initial) type(typed)
  })
  useEffect(() => {
    // It may have been typed before this script ran.
    readTyped()
    return searcher.cancel
  }, [searcher])
  useEffect(() => {
    // Browsers return a promise, which is no clean-up.
    void document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const pick = (town: FoundPlace | undefined) => {
    if (!town) return
    searcher.cancel()
    if (input.current) input.current.value = nameAlone(town)
    setCity(town.id)
    close()
  }
  const move = (step: 1 | -1) => {
    setIsOpen(true)
    // Beyond either end lies the text itself.
    setActive((index) => ((index + 1 + step + towns.length + 1) % (towns.length + 1)) - 1)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      // It would send the search of browsers without a script.
      event.preventDefault()
      if (isListed) pick(active >= 0 || towns.length > 1 ? towns[active] : towns[0])
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && towns.length > 0) {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Escape' && isListed) {
      // Otherwise the dialog around it would close as well.
      event.preventDefault()
      close()
    }
  }
  const error = city === '' || city === unchosen ? view.fields['city'] : undefined
  const combobox = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': isListed,
    'aria-controls': listId,
    'aria-activedescendant': isListed && active >= 0 ? optionId(active) : undefined,
  } as const
  return (
    <div className={styles.town}>
      <Field
        name={typedParam}
        label={t('questionnaire.place.city')}
        hint={t('questionnaire.place.hint')}
        {...(error === undefined ? {} : { error })}
      >
        {(control) => (
          <div className={styles.row}>
            <input
              {...control}
              {...(isLive ? combobox : {})}
              ref={input}
              form={townSearchId}
              name={typedParam}
              type="text"
              dir="auto"
              defaultValue={initial}
              placeholder={saved?.name}
              maxLength={placeLimits.typed}
              autoComplete="off"
              spellCheck={false}
              enterKeyHint="search"
              onInput={({ currentTarget }) => type(currentTarget.value)}
              // What is typed next replaces the chosen town.
              onFocus={({ currentTarget }) => currentTarget.select()}
              onKeyDown={press}
            />
            <span className={styles.search}>
              <Button kind="secondary" form={townSearchId} icon="search">
                {t('questionnaire.place.search')}
              </Button>
            </span>
          </div>
        )}
      </Field>
      <TownList towns={towns} isShown={isListed} active={active} onPick={pick} />
      {hasRadios && search && search.found.length > 0 ? (
        <ChoiceGroup
          legend={t('questionnaire.place.list')}
          name="city"
          options={search.found.map((town) => ({ value: town.id, label: town.name, description: describeTown(town) }))}
          defaultValue={String(view.values['city'] ?? '')}
        />
      ) : (
        <input type="hidden" name="city" value={city} />
      )}
      <TownOutcome answer={hasRadios && search ? { kind: 'found', towns: search.found } : answer} />
    </div>
  )
}
