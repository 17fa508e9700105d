import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { badAddresses, goodAddresses, unreachableAddresses } from './support/fixtures/addresses.ts'
import { emailInput } from '#shared/text/email-address.ts'

describe('an e-mail address', () => {
  it.each(goodAddresses)('%s is one', (address) => {
    expect(v.parse(emailInput, ` ${address.toUpperCase()} `)).toBe(address)
  })

  it.each([...badAddresses, ...unreachableAddresses])('%s is none', (address) => {
    const { issues = [] } = v.safeParse(emailInput, address)
    expect(issues.map(({ message }) => message)).toContain('email')
  })

  it('with a line break is one without it at its ends, and none with it inside', () => {
    expect(v.parse(emailInput, 'anna@example.test\r\n')).toBe('anna@example.test')
    expect(v.is(emailInput, 'anna@example.test\r\nBcc: ben@example.test')).toBe(false)
  })
})
