import { useEffect, useRef, useState } from 'react'
import type { PeopleCount } from '#features/nearby/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'

const restMs = 400

/** The words of the filters' button: how many people they would show, asked once the choices rest. */
export function ShowPeople() {
  const { t, tn } = useI18n()
  const words = useRef<HTMLSpanElement>(null)
  const [found, setFound] = useState<PeopleCount | null>(null)

  useEffect(() => {
    const form = words.current?.closest('form')
    if (!form) return
    const leave = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let latest = 0
    const ask = async () => {
      latest += 1
      const own = latest
      const part = await import('./count-people.ts').catch(() => null)
      const count = (await part?.countPeople(form)) ?? null
      if (own === latest && !leave.signal.aborted) setFound(count)
    }
    const onInput = () => {
      clearTimeout(timer)
      timer = setTimeout(ask, restMs)
    }
    form.addEventListener('input', onInput, { signal: leave.signal })
    return () => {
      leave.abort()
      clearTimeout(timer)
    }
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
