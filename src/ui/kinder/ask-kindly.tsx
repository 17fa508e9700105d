import type { ReactNode } from 'react'
import { findUnkind } from './find-unkind.ts'
import { KinderQuestion } from './kinder-question.tsx'
import { loadLists } from './lists.ts'

/**
 * Returns whether a text contains unkind words of these languages. It is read in this browser only; nothing is stored or counted.
 * False if the lists cannot be fetched, for example offline.
 */
export async function isUnkind(text: string, languages: readonly string[]): Promise<boolean> {
  const lists = await loadLists(languages).catch(() => [])
  return findUnkind(text, lists) !== null
}

/** Resolves to false if a text is unkind and its writer wants to change it. `show` draws the question, and null removes it. */
export async function askKindly(
  text: string,
  languages: readonly string[],
  show: (question: ReactNode) => void,
): Promise<boolean> {
  if (!(await isUnkind(text, languages))) return true
  return new Promise((resolve) => {
    const answer = (sends: boolean) => {
      show(null)
      resolve(sends)
    }
    show(<KinderQuestion onAnswer={answer} />)
  })
}
