import { createElement, use, type ComponentType } from 'react'

/**
 * As `part`, but not even being shown fetches its code, only `ready()`: what the server wrote works as plain HTML until then.
 * Its `Suspense` has to stay the very same element meanwhile, because React gives up a boundary that changes before it has come.
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
    /** Rejects where it cannot be fetched; the next call tries again. */
    async ready(): Promise<void> {
      Loaded ??= await load()
      awaited?.resolve(Loaded)
    },
  })
}
