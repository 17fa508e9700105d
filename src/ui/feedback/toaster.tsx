import { type ComponentType, useEffect, useState } from 'react'
import { onToast, type ToastCommand } from './toasts.ts'
import type { ToastPlace, ToastRegionProps } from './toast-region.tsx'

/** The place of the toasts. The library behind it is fetched with the first toast, which waits for it. */
export function Toaster({ label, place }: { label: string; place?: ToastPlace }) {
  const [waiting, setWaiting] = useState<readonly ToastCommand[]>([])
  const [Region, setRegion] = useState<ComponentType<ToastRegionProps> | null>(null)

  useEffect(() => {
    if (Region) return
    return onToast((next) => {
      setWaiting((before) => [...before, next])
      // Without its files what was said waits; that there is no connection is said by then.
      void import('./toast-region.tsx').then(
        ({ ToastRegion }) => setRegion(() => ToastRegion),
        () => {},
      )
    })
  }, [Region])

  return Region ? <Region label={label} first={waiting} place={place} /> : null
}
