import { type ComponentType, useEffect, useState } from 'react'
import { onToast, type ToastCommand } from './toasts.ts'
import type { ToastPlacement, ToastRegionProps } from './toast-region.tsx'

/** Mounts the toasts. Their library is fetched with the first toast, which waits for it. */
export function Toaster({ label, placement }: { label: string; placement?: ToastPlacement }) {
  const [waiting, setWaiting] = useState<readonly ToastCommand[]>([])
  const [Region, setRegion] = useState<ComponentType<ToastRegionProps> | null>(null)

  useEffect(() => {
    if (Region) return
    return onToast((next) => {
      setWaiting((before) => [...before, next])
      // If its files fail to load, toasts stay queued; by then the connection's own banner is shown.
      void import('./toast-region.tsx').then(
        (part) => setRegion(() => part.ToastRegion),
        () => {},
      )
    })
  }, [Region])

  return Region ? <Region label={label} first={waiting} placement={placement} /> : null
}
