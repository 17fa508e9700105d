import { withoutReload } from '../navigation/stale-chunk.ts'

/**
 * Loads the code of a page's examples once one of them is near the window, or with the first key, because the keyboard skips what
 * cannot be changed yet. Without it the examples stay static.
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
