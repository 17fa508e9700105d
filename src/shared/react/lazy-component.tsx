import { createElement, use, useEffect, type ComponentType } from 'react'

/** What a page's load names when the page has the part from the start: the server then links its styles, too. */
export type PageComponent = {
  /** The module's path in the project, as the client manifest knows it; '' in a browser (scripts/build/lazy-sources.ts). */
  source: string
  /** Its markup and styles come with the document, its script does not (held-part.tsx). */
  isHeld?: boolean
  ready(): Promise<void>
}

/**
 * A component whose code and styles come when it is first shown; put a `Suspense` around it. `ready()` fetches it ahead,
 * so that the server renders it in its place. What is kept is code, the same for everyone.
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
 * A part that is shown only after a press, so never by the server: no page can name it, and the worker is built without its
 * code (scripts/build/browser-imports.ts). Its file is a `-browser-part`.
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
        loading = null // the next need tries again
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
  /** In the place of a part that cannot be had. It closes at once, so that the next press tries again. */
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
