import { useEffect, useRef, useState } from 'react'
import type { PeopleCount } from '#features/nearby/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { watchChoices } from './filters/watch-choices.ts'

/** The text of the filters' button: how many people they would show, fetched once the choices stop changing. */
export function ShowPeople() {
  const { t, tn } = useI18n()
  const words = useRef<HTMLSpanElement>(null)
  const [found, setFound] = useState<PeopleCount | null>(null)

  useEffect(() => {
    const form = words.current?.closest('form')
    if (!form) return
    const count = async () => {
      const part = await import('./filters/count-people.ts').catch(() => null)
      return (await part?.countPeople(form)) ?? null
    }
    return watchChoices(form, count, setFound)
  }, [])

  const label =
    found === null
      ? t('people.filters.apply')
      : found.isMost
        ? tn('people.filters.applyMost', found.count)
        : tn('people.filters.applyCount', found.count)
  return (
    <span ref={words} aria-live="polite">
      {label}
    </span>
  )
}
