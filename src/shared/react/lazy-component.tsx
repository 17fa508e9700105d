import { createElement, use, useEffect, type ComponentType } from 'react'

/** A component that a page's load names because the page shows it from the start: the server then links its styles, too. */
export type PageComponent = {
  /** The module's path in the project, as in the client manifest. */
  source: string
  /** Its markup and styles come with the document, but not its script (held-component.tsx). */
  isHeld?: boolean
  ready(): Promise<void>
}

/**
 * A component whose code and styles load when it is first shown; put a `Suspense` around it. `ready()` preloads it, so that the
 * server renders it in place. Only code is cached, the same for everyone.
 */
export function lazyComponent<Props extends object>(source: string, load: () => Promise<ComponentType<Props>>) {
  const { Part, fetchComponent } = onDemand(load)
  return Object.assign(Part, {
    source,
    async ready(): Promise<void> {
      await fetchComponent()
    },
  })
}

/**
 * A component that is only shown after a press, so never by the server. No page can name it, and the worker is built without its
 * code (scripts/build/browser-imports.ts). Declare it in a file named `lazy-browser.ts`.
 */
export function lazyInBrowser<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return onDemand(load).Part
}

function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Loaded: ComponentType<Props> | null = null
  let loading: Promise<ComponentType<Props>> | null = null
  const fetchComponent = () => {
    loading ??= load().then(
      (Component) => (Loaded = Component),
      (error: unknown) => {
        loading = null // The next use retries.
        throw error
      },
    )
    return loading
  }
  let shown: Promise<ComponentType<Props>> | null = null
  const show = () =>
    (shown ??= fetchComponent().catch((error: unknown) => {
      // The server has its files; a browser may be offline.
      if (!('document' in globalThis)) throw error
      return Missing
    }))
  /** Replaces a component whose code cannot be loaded. It closes immediately, so that the next press retries. */
  function Missing(props: Props) {
    useEffect(() => {
      shown = null
      if ('onClose' in props && typeof props.onClose === 'function') props.onClose()
    })
    return null
  }
  function Part(props: Props) {
    return createElement(Loaded ?? use(show()), props)
  }
  return { Part, fetchComponent }
}
