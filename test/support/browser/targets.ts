import type { Page } from '@playwright/test'

/**
 * Lists what can be pressed and is smaller than 44 × 44 px, with its name and the size that reacts to a press. As in WCAG 2.2
 * (which asks for 24), links inside sentences are exempt. A field's label belongs to it.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const least = 44
    const pressable = 'a[href], button, summary, select, input:not([type=hidden]), textarea, [role=button], [role=tab]'

    const ownersOf = (element: Element): Element[] => [
      element,
      ...(element instanceof HTMLInputElement ? (element.labels ?? []) : []),
    ]
    /** Pixels in one direction, from the middle of the element, at which a press reaches it or its label. */
    const reachOf = (element: Element, isAcross: boolean): number => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const owners = ownersOf(element)
      const isHit = (offset: number) => {
        const x = left + width / 2 + (isAcross ? offset : 0)
        const y = top + height / 2 + (isAcross ? 0 : offset)
        const hit = document.elementFromPoint(x, y)
        return owners.some((owner) => owner.contains(hit))
      }
      let [before, after] = [0, 0]
      while (before < least && isHit(-before - 0.5)) before += 0.5
      while (after < least && isHit(after + 0.5)) after += 0.5
      return before + after
    }
    const sizeOf = (element: Element): [width: number, height: number] => {
      const boxes = ownersOf(element).map((owner) => owner.getBoundingClientRect())
      const across = Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left))
      const down = Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top))
      return [across >= least ? across : reachOf(element, true), down >= least ? down : reachOf(element, false)]
    }
    const isInSentence = (element: Element) => {
      if (getComputedStyle(element).display !== 'inline') return false
      const around = element.parentElement?.textContent.trim() ?? ''
      return around.length > element.textContent.trim().length + 3
    }
    const isPressable = (element: Element) =>
      !element.matches(':disabled, [inert] *') &&
      !element.closest('.visually-hidden') &&
      !isInSentence(element) &&
      element.checkVisibility({ opacityProperty: false, visibilityProperty: true })

    const small = new Set<string>()
    for (const element of document.querySelectorAll(pressable)) {
      if (!isPressable(element)) continue
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const size = sizeOf(element)
      // Another element covers it: it cannot be pressed now.
      if (size.includes(0) || size.every((length) => length >= least - 0.5)) continue
      const name = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40)
      small.add(`${element.localName} '${name || element.getAttribute('name')}' ${size.map(Math.round).join(' × ')}`)
    }
    scrollTo(0, 0)
    return [...small]
  })
}
