import { describe, expect, it } from 'vitest'
import { asciiDigits } from './digits.ts'

describe('digits', () => {
  it('of every numbering system that the platform can write are 0 to 9', () => {
    const systems = Intl.supportedValuesOf('numberingSystem')
    const decimal = systems.filter((system) => {
      const written = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(9876543210)
      return /^\p{Nd}{10}$/u.test(written)
    })
    expect(decimal.length).toBeGreaterThan(60)
    for (const system of decimal)
      expect(asciiDigits(new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(9876543210)), system).toBe(
        '9876543210',
      )
  })

  it('stay where they are, without what nobody sees', () => {
    expect(asciiDigits('１２３ ٤٥٦')).toBe('123 456')
    expect(asciiDigits('\u200f٣\u200f/\u200f٢\u200f/\u200f١٩٩٠')).toBe('3/2/1990')
    expect(asciiDigits('\u202a+49\u202c x½²')).toBe('+49 x½²')
  })
})
