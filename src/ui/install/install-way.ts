import { useSyncExternalStore } from 'react'
import { promptChange } from './keep-prompt.ts'

/** Chromium's event; no standard has it. */
type InstallPrompt = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> }

declare global {
  interface Window {
    /** Kept by the document's inline script (keep-prompt.ts); null once it was used. */
    installPrompt?: InstallPrompt | null
    /** The app was installed while this document was open. */
    isInstalled?: boolean
  }
  /** Safari only. */
  interface Navigator {
    readonly standalone?: boolean
  }
}

/** How this browser installs the app: by its stored prompt, or by hand in Safari on a phone or tablet. */
export type InstallWay = 'prompt' | 'by-hand'

const standalone = '(display-mode: standalone)'

/** Returns null where the app is installed already, or cannot be; at hydration, too. */
export function useInstallWay(): InstallWay | null {
  return useSyncExternalStore(watchWay, findWay, () => null)
}

function watchWay(listener: () => void): () => void {
  const mode = matchMedia(standalone)
  addEventListener(promptChange, listener)
  mode.addEventListener('change', listener)
  return () => {
    removeEventListener(promptChange, listener)
    mode.removeEventListener('change', listener)
  }
}

function findWay(): InstallWay | null {
  if (window.isInstalled || navigator.standalone || matchMedia(standalone).matches) return null
  if (window.installPrompt) return 'prompt'
  return isMobileSafari(navigator) ? 'by-hand' : null
}

/** Tablets call themselves a Mac, which has no touch screen; other browsers there leave `Version/` out. */
function isMobileSafari({ userAgent, maxTouchPoints }: Navigator): boolean {
  const isMobile = /iPhone|iPad/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
  return isMobile && /Version\/\S+ .*Safari\//.test(userAgent)
}

/** Shows the browser's prompt, which works once; true when the member dismisses it. The keyboard continues at the page. */
export async function promptInstall(): Promise<boolean> {
  const { installPrompt } = window
  if (!installPrompt) return false
  window.installPrompt = null
  try {
    return (await installPrompt.prompt()).outcome === 'dismissed'
  } catch (error) {
    console.warn(error) // The browser showed no prompt; its next document brings another.
    return false
  } finally {
    document.getElementById('main')?.focus({ preventScroll: true })
    dispatchEvent(new Event(promptChange))
  }
}
