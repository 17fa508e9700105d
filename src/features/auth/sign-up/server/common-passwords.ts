import breached from 'virtual:breached-passwords'
import { passwordLength } from '#features/auth/contract.ts'
import { mayHold, readBloomFilter } from './bloom-filter.ts'
import { words } from './common-words.ts'
import { normalizePassword } from './normalize-password.ts'

/**
 * The words are listed without decoration; `isCommonPassword` first removes digits, punctuation and look-alike characters. Loaded
 * only when someone signs up.
 */
const known = new Set(words.trim().split(/\s+/))

/** Rows of keyboards and alphabets: a sequence along one of them is easily guessed. */
const rows = [
  '1234567890',
  '0987654321',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn',
  'qazwsxedcrfvtgbyhn',
]

const lookAlikes: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  '€': 'e',
}

/**
 * True for a common word with any decoration, a walk over the keyboard, and one short piece repeated. Also for entries of the
 * list of breached passwords (docs/decisions/016-breached-passwords.md).
 */
export function isCommonPassword(password: string): boolean {
  const normalized = normalizePassword(password)
  return (
    isWalk(normalized) ||
    isRepetition(normalized) ||
    candidates(normalized).some((candidate) => known.has(candidate)) ||
    isBreached(password)
  )
}

const filter = readBloomFilter(breached)

/** True if a breached password differs only in capitals, accents, look-alike characters and decoration at its ends. */
export function isBreached(password: string): boolean {
  const normalized = normalizePassword(password)
  const forms = new Set([normalized, ...candidates(normalized)])
  return [...forms].some((form) => form.length >= passwordLength.min && mayHold(filter, form))
}

function candidates(normalized: string): string[] {
  const bare = normalized.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const spelled = (text: string) => [...text].map((character) => lookAlikes[character] ?? character).join('')
  const squeezed = (text: string) => text.replaceAll(/[^\p{L}]/gu, '')
  return [
    bare,
    squeezed(normalized),
    spelled(bare),
    squeezed(spelled(normalized)),
    spelled(normalized.replaceAll(/[\d\W_]+$/g, '')),
  ]
}

/** True for sequences of four or more along the rows, with at most two other characters. */
function isWalk(normalized: string): boolean {
  let rest = normalized
  for (const row of rows) {
    for (let length = row.length; length >= 4; length--) {
      for (let start = 0; start + length <= row.length; start++) rest = rest.replaceAll(row.slice(start, start + length), '')
    }
  }
  return rest.length <= 2
}

/** True for a repeated short piece: repeating adds nothing to its strength. */
function isRepetition(normalized: string): boolean {
  return /^(.{1,9})\1+.{0,3}$/su.test(normalized)
}
