import { useState, type ReactNode } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { kinderQuestion, unkindWords } from './lazy-browser.ts'

type KinderQuestion = Awaited<ReturnType<typeof kinderQuestion>>['KinderQuestion']
type Asked = { Question: KinderQuestion; answer: (sends: boolean) => void }

type Kinder = {
  /** Fetches the words while somebody types, so that sending need not wait for them. */
  warm(): void
  /** Resolves to false if the text is unkind and its writer wants to change it. */
  maySend(text: string): Promise<boolean>
  /** The open question, or null. */
  question: ReactNode
}

/**
 * Asks before a first message with unkind words is sent. The text is read in the page's language and in `languages`, in this
 * browser only; nothing is stored or counted. If the words cannot be fetched, for example offline, the message is sent.
 */
export function useKinderQuestion(languages: readonly string[] = []): Kinder {
  const { locale } = useI18n()
  const [asked, setAsked] = useState<Asked | null>(null)
  const load = async (text: string) => {
    const [{ isUnkind }, { KinderQuestion }] = await Promise.all([unkindWords(), kinderQuestion()])
    return (await isUnkind(text, [locale.code, ...languages])) ? KinderQuestion : null
  }
  return {
    warm: () => void load('').catch(() => null), // tried again when the message is sent
    async maySend(text) {
      const Question = await load(text).catch(() => null)
      if (!Question) return true
      return new Promise((resolve) => {
        const answer = (sends: boolean) => {
          setAsked(null)
          resolve(sends)
        }
        setAsked({ Question, answer })
      })
    },
    question: asked ? <asked.Question onAnswer={asked.answer} /> : null,
  }
}
