import { badAddresses, goodAddresses, unreachableAddresses } from '../support/fixtures/addresses.ts'
import { expect, test } from '../support/browser/test.ts'

test('a browser takes the same e-mail addresses as the server', async ({ page }) => {
  await page.goto('/sign-in')
  const field = page.locator('input[type="email"]')
  const isTaken = async (address: string) => {
    // Set as if typed: browsers clean a value that a script sets just as well.
    await field.fill(address)
    return field.evaluate((input: HTMLInputElement) => input.checkValidity())
  }
  for (const address of [...goodAddresses, ...unreachableAddresses])
    expect([address, await isTaken(address)]).toEqual([address, true])
  for (const address of badAddresses) expect([address, await isTaken(address)]).toEqual([address, false])
})
