import { goTo } from '#ui/hooks/go-back.ts'

/** Goes on from an effect. One of the first render comes before the router, which then loads no new document. */
export function goOn(address: string): void {
  void Promise.resolve().then(() => goTo(address))
}
