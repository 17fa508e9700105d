import { withoutReload } from '../navigation/stale-chunk.ts'

/**
 * Loads what makes the examples of a page move once one of them comes near the window, or with the first key: the keyboard
 * passes over what cannot be changed yet. Without it they stand still.
 */
export function watchExamples(): void {
  const examples = document.querySelectorAll<HTMLElement>('[data-example]')
  if (examples.length === 0) return
  const load = () => {
    near.disconnect()
    removeEventListener('keydown', load)
    void withoutReload(() => import('./examples.ts')).then(
      ({ startExamples }) => startExamples(examples),
      () => undefined,
    )
  }
  const near = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && load(), {
    rootMargin: '25%',
  })
  for (const example of examples) near.observe(example)
  addEventListener('keydown', load)
}
