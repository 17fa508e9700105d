import { withoutReload } from '../navigation/stale-chunk.ts'

/** Loads what makes the examples of a page move once one of them comes near the window. Without it they stand still. */
export function watchExamples(): void {
  const examples = document.querySelectorAll<HTMLElement>('[data-example]')
  const near = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      near.disconnect()
      void withoutReload(() => import('./examples.ts')).then(
        ({ startExamples }) => startExamples(examples),
        () => undefined,
      )
    },
    { rootMargin: '25%' },
  )
  for (const example of examples) near.observe(example)
}
