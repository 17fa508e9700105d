import { type ComponentType, useEffect, useState } from 'react'
import type { IconName } from './icon-names.ts'

export type ToastType = 'default' | 'success' | 'warn' | 'error'

export type ToastInput = {
  /** A second toast with the same id takes the first one's place. */
  id?: string
  title: string
  text?: string
  type?: ToastType
  /** Address of an avatar; without it the type's own icon is shown. */
  icon?: string
  /** Pressing the toast goes there. */
  href?: string
  /** A small fact at the end: a heart with the remaining likes, a timer. */
  fact?: { icon: IconName; text: string }
  durationMs?: number
  /** Called when the toast is pressed, before it goes. */
  onPress?: () => void
}

export type ToastRegionProps = { label: string; first: readonly ToastInput[] }

const toastEvent = 'kismet:toast'

/** Shows a toast from anywhere in the browser; needs one `Toaster` on the page. */
export function showToast(toast: ToastInput): void {
  window.dispatchEvent(new CustomEvent(toastEvent, { detail: { id: crypto.randomUUID(), ...toast } satisfies ToastInput }))
}

/** Listens for toasts; returns the undoing. */
export function onToast(listener: (toast: ToastInput) => void): () => void {
  const listen = (event: Event) => {
    if (!(event instanceof CustomEvent)) return
    const toast: ToastInput = event.detail
    listener(toast)
  }
  window.addEventListener(toastEvent, listen)
  return () => window.removeEventListener(toastEvent, listen)
}

/** The place of the toasts. The library behind it is fetched with the first toast, which waits for it. */
export function Toaster({ label }: { label: string }) {
  const [waiting, setWaiting] = useState<readonly ToastInput[]>([])
  const [Region, setRegion] = useState<ComponentType<ToastRegionProps> | null>(null)

  useEffect(() => {
    if (Region) return
    return onToast(async (toast) => {
      setWaiting((before) => [...before, toast])
      const { ToastRegion } = await import('./toast-region.tsx')
      setRegion(() => ToastRegion)
    })
  }, [Region])

  return Region ? <Region label={label} first={waiting} /> : null
}
