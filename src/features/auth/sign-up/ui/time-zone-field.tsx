import { useEffect, useRef } from 'react'

/** Carries the zone in whose day an age is counted; without a script the server guesses. */
export function TimeZoneField() {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.value = Intl.DateTimeFormat().resolvedOptions().timeZone
  }, [])
  return <input ref={input} type="hidden" name="timeZone" defaultValue="" />
}
