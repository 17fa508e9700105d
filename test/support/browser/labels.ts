import type { Page } from '@playwright/test'

/** Buttons, tabs, navigation links, and whatever may be a chip or a link styled as a button. */
const labels =
  'button, summary, [role=tab], nav a, header a, label:has(> input), main a, main li, main span, input[placeholder]:not(:focus)'

/**
 * Finds faulty labels of the page at this width. A label may have two lines, must have no broken words, and must be fully
 * visible. It also measures what a press opens.
 */
export async function findMisfits(page: Page, width: number, selector = labels): Promise<string[]> {
  await page.setViewportSize({ width, height: 844 })
  return page.evaluate(async (all) => {
    type Line = { top: number; bottom: number; left: number; right: number }
    const misfits = new Set<string>()
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })

    // Links and spans on their own line are styled as buttons and chips; the others are text.
    const isLabel = (element: HTMLElement) => {
      const { display, borderTopLeftRadius } = getComputedStyle(element)
      if (element.matches('nav a, header a')) return true
      if (element.matches('a, summary')) return /^inline-(flex|grid)$/.test(display)
      if (element.matches('li, span')) return display === 'inline-flex' && parseFloat(borderTopLeftRadius) > 24
      // Answers on separate lines are sentences; those in a row are chips.
      if (element.matches('label')) return getComputedStyle(element.parentElement ?? element).display === 'flex'
      return true
    }

    /** The visible words, each with its block. */
    const wordsOf = (element: HTMLElement) => {
      const words: { block: HTMLElement; rects: Line[]; isTorn: boolean }[] = []
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        let block = node.parentElement ?? element
        const { hyphens, clipPath } = getComputedStyle(block)
        // Descriptions below a label are text; names for screen readers only are clipped to a point.
        if (!isShown(block) || block.closest('small, p, .visually-hidden') || clipPath !== 'none') continue
        while (block !== element && getComputedStyle(block).display === 'inline') block = block.parentElement ?? element
        const range = document.createRange()
        for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/[^\s\-–/]+/g)) {
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          const rects = [...range.getClientRects()].filter((rect) => rect.width > 0)
          const [first] = rects
          if (first) words.push({ block, rects, isTorn: hyphens !== 'auto' && rects.some(({ top }) => top > first.bottom - 2) })
        }
      }
      return words
    }

    const sticksOut = ({ left, right }: Pick<Line, 'left' | 'right'>, box: Element) => {
      const inside = box.getBoundingClientRect()
      return right > inside.right + 1 || left < inside.left - 1
    }

    const measure = (element: HTMLElement) => {
      const name = (element.getAttribute('aria-label') ?? element.innerText).trim().replaceAll(/\s+/g, ' ')
      const words = wordsOf(element)
      if (words.length === 0) return
      if (words.some(({ isTorn }) => isTorn)) misfits.add(`a torn word: ${name}`)
      for (const block of new Set(words.map((word) => word.block))) {
        const rects = words.filter((word) => word.block === block).flatMap((word) => word.rects)
        const tops = rects.map(({ top, bottom }) => (top + bottom) / 2).toSorted((a, b) => a - b)
        const lines = tops.filter((top, index) => index === 0 || top - (tops[index - 1] ?? 0) > 6).length
        if (lines > 2) misfits.add(`${lines} lines: ${name}`)
        const seen = { left: Math.min(...rects.map(({ left }) => left)), right: Math.max(...rects.map(({ right }) => right)) }
        for (let box: HTMLElement | null = block; box; box = box.parentElement) {
          const { overflowX, overflowY, position } = getComputedStyle(box)
          const isWithin = element.contains(box)
          const clips = isWithin ? overflowX !== 'visible' && box.scrollWidth > box.clientWidth + 1 : overflowX !== 'visible'
          const isLow = isWithin && overflowY !== 'visible' && box.scrollHeight > box.clientHeight + 1
          // Chips scroll within their row, each as a whole; tabs must all be visible.
          const isRow = !isWithin && overflowX === 'auto' && !element.matches('nav a') && element.offsetWidth <= box.clientWidth
          if (isRow) break
          if (isLow || (isWithin && clips) || ((clips || box === element) && sticksOut(seen, box))) misfits.add(`cut: ${name}`)
          if (position === 'fixed') break
        }
      }
      const edges = element.getBoundingClientRect()
      for (let box = element; box.parentElement && element.offsetParent; box = box.parentElement) {
        if (/absolute|fixed/.test(getComputedStyle(box).position) || getComputedStyle(box.parentElement).overflowX !== 'visible')
          break
        if (sticksOut(edges, box.parentElement)) misfits.add(`wider than its place: ${name}`)
      }
    }

    const measurePlaceholder = (input: HTMLInputElement) => {
      const { font, letterSpacing, paddingLeft, paddingRight } = getComputedStyle(input)
      const context = document.createElement('canvas').getContext('2d')
      if (!context) return
      Object.assign(context, { font, letterSpacing })
      const room = input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
      if (context.measureText(input.placeholder).width > room) misfits.add(`cut: ${input.placeholder}`)
    }

    // Components that read the window's width update in a separate task.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    for (const details of document.querySelectorAll('details')) details.open = true
    const opened = new CSSStyleSheet()
    opened.replaceSync('[popover]:not(:popover-open, [open]) { display: block !important }')
    document.adoptedStyleSheets = [opened]
    await document.fonts.ready
    // Each count of a row of tabs is measured as the longest that the product writes, and is itself again before React can see it.
    const counts = [...document.querySelectorAll('main nav a span')].flatMap(({ childNodes: [digits, second] }) =>
      digits && !second && /^\d+$/.test(digits.nodeValue ?? '') ? { digits, value: digits.nodeValue } : [],
    )
    for (const { digits } of counts) digits.nodeValue = '99+'
    for (const element of document.querySelectorAll<HTMLElement>(all)) {
      if (!isShown(element) || !isLabel(element)) continue
      if (element instanceof HTMLInputElement) measurePlaceholder(element)
      else measure(element)
    }
    for (const { digits, value } of counts) digits.nodeValue = value
    return [...misfits]
  }, selector)
}
