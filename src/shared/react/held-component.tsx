import { createElement, use, type ComponentType } from 'react'

/**
 * Like `lazyComponent`, but only `ready()` fetches the code, even if the component is shown: until then the server's HTML works
 * without it. Its `Suspense` must stay the identical element meanwhile, because React gives up on a boundary that changes while
 * it waits.
 */
export function heldComponent<Props extends object>(source: string, load: () => Promise<ComponentType<Props>>) {
  let Loaded: ComponentType<Props> | null = null
  let awaited: PromiseWithResolvers<ComponentType<Props>> | null = null
  function HeldComponent(props: Props) {
    return createElement(Loaded ?? use((awaited ??= Promise.withResolvers()).promise), props)
  }
  return Object.assign(HeldComponent, {
    source,
    isHeld: true,
    /** Rejects when the fetch fails; the next call retries. */
    async ready(): Promise<void> {
      Loaded ??= await load()
      awaited?.resolve(Loaded)
    },
  })
}
