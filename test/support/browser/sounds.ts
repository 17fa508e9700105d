import type { Page } from '@playwright/test'

/** Sounds played by all windows of a context; `fails` makes every one fail. */
export async function listenIn(page: Page, options: { fails?: boolean } = {}): Promise<string[]> {
  const played: string[] = []
  await page.context().exposeBinding('notePlayed', (_, src: string) => void played.push(new URL(src).pathname))
  await page.context().addInitScript((fails) => {
    HTMLMediaElement.prototype.play = async function play() {
      const { notePlayed } = window as unknown as { notePlayed: (src: string) => Promise<void> }
      await notePlayed(this.src)
      if (fails) throw new Error('no device')
    }
  }, options.fails ?? false)
  return played
}

/** Browsers play nothing before the first touch of a page. */
export const touch = (page: Page) => page.mouse.click(5, 400)
