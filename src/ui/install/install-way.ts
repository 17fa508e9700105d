import { useSyncExternalStore } from 'react'
import { promptChange } from './keep-prompt.ts'

/** An event of Chromium only, in no standard. */
type InstallPrompt = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> }

declare global {
  interface Window {
    /** Stored by the document's inline script (keep-prompt.ts); null after use. */
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

/** Returns null if the app is already installed or cannot be; also during hydration. */
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

/** Tablets identify as a Mac, but Macs have no touch screen; other browsers there omit `Version/`. */
function isMobileSafari({ userAgent, maxTouchPoints }: Navigator): boolean {
  const isMobile = /iPhone|iPad/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
  return isMobile && /Version\/\S+ .*Safari\//.test(userAgent)
}

/** Shows the browser's prompt, which works once; true if the member dismisses it. The focus then moves to the page. */
export async function promptInstall(): Promise<boolean> {
  const { installPrompt } = window
  if (!installPrompt) return false
  window.installPrompt = null
  try {
    return (await installPrompt.prompt()).outcome === 'dismissed'
  } catch (error) {
    console.warn(error) // The browser showed no prompt; its next document offers another.
    return false
  } finally {
    document.getElementById('main')?.focus({ preventScroll: true })
    dispatchEvent(new Event(promptChange))
  }
}
