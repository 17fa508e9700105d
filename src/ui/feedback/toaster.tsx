import { type ComponentType, useEffect, useState } from 'react'
import { onToast, type ToastCommand } from './toasts.ts'
import type { ToastPlacement, ToastRegionProps } from './toast-region.tsx'

/** The place of the toasts. The library behind it is fetched with the first toast, which waits for it. */
export function Toaster({ label, placement }: { label: string; placement?: ToastPlacement }) {
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

  return Region ? <Region label={label} first={waiting} placement={placement} /> : null
}
