import { expect, it } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

it.each([
  'password123',
  'Password2024!',
  'P@ssw0rd12',
  'passwordpassword',
  '1234567890',
  '0987654321',
  'qwertyuiop',
  'Qwertyuiop1',
  'qwertzuiop',
  '1q2w3e4r5t',
  'abcdefghij',
  'aaaaaaaaaaaa',
  'abcabcabcabc',
  '1212121212',
  'iloveyou12',
  'iloveyou!!',
  'liverpool1',
  'galatasaray',
  'contraseña1',
  'Kochanie123',
  'sunshine2026',
  'qazwsxedc1',
  'letmein!!!!',
  'welcome2026',
  'хххххххххх',
  'liebling99',
])('%s is common', (password) => {
  expect(isCommonPassword(password)).toBe(true)
})

it.each([
  'warm-river-lantern',
  'kismet-demo-1',
  'correct horse battery',
  'Tr0ub4dor&3x',
  'otters hold hands',
  'zvonyk-pid-doshchem',
  'мій-кіт-любить-борщ',
  'fjord.42.kettle',
])('%s is not', (password) => {
  expect(isCommonPassword(password)).toBe(false)
})
