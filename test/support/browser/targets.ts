import type { Page } from '@playwright/test'

/**
 * The things to press that are smaller than 44 px in a direction (product's look; WCAG 2.2 asks for 24): their name and what of
 * 44 px they take, by which element a finger meets. Links inside of sentences are as tall as their line.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const least = 44
    const pressable =
      'a[href], button, summary, select, input:not([type=hidden]), textarea, label:has(input), [role=button], [role=tab]'

    /** Pixels around the middle, in one direction, where a press reaches the element. */
    const reach = (element: Element, isAcross: boolean): number => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const own = element.closest('label') ?? element
      const meets = (offset: number) => {
        const x = left + width / 2 + (isAcross ? offset : 0)
        const y = top + height / 2 + (isAcross ? 0 : offset)
        const met = document.elementFromPoint(x, y)
        return met !== null && (own.contains(met) || (met.contains(own) === false && met.closest('label')?.control === element))
      }
      let [before, after] = [0, 0]
      while (before < least && meets(-before - 0.5)) before += 0.5
      while (after < least && meets(after + 0.5)) after += 0.5
      return before + after
    }
    const isInSentence = (element: Element) => {
      if (getComputedStyle(element).display !== 'inline') return false
      const around = element.parentElement?.textContent?.trim() ?? ''
      return around.length > (element.textContent?.trim().length ?? 0) + 3
    }
    const small: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>(pressable)) {
      if (element.matches(':disabled, [inert] *, label *') || isInSentence(element)) continue
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      if (element.closest('.visually-hidden')) continue
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const { width, height } = element.getBoundingClientRect()
      if (width === 0 || height === 0) continue
      const size = [width, height].map((length, index) => (length >= least ? length : reach(element, index === 0)))
      // Another element covers it: it cannot be pressed now.
      if (size.some((length) => length === 0)) continue
      if (size.every((length) => length >= least - 0.5)) continue
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? ''
      small.push(
        `${element.localName}.${element.className.toString().split(' ').slice(0, 2).join('.')} '${name}' ${size.map(Math.round).join(' × ')}`,
      )
    }
    scrollTo(0, 0)
    return [...new Set(small)]
  })
}
