import type { Page } from '@playwright/test'
import type { Translator } from '#shared/i18n/translator.ts'

/** The disclosure that asks whether to leave a talk. */
export const leaveToggle = (page: Page) => page.locator('details:has([aria-labelledby$="-leave-title"]) > summary')

/** The disclosure that asks whether to continue to another partner. */
export const nextToggle = (page: Page) => page.locator('details:has([aria-labelledby$="-next-title"]) > summary')

/** Leaves an anonymous chat or a date, which takes two presses. */
export async function leaveTalk(page: Page, t: Translator['t']): Promise<void> {
  await leaveToggle(page).click()
  await page.getByRole('button', { name: t('encounters.leave.confirm'), exact: true }).click()
}
