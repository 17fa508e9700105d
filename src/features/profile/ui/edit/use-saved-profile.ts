import { useState } from 'react'
import {
  genders,
  intents,
  spokenLanguages,
  visibilities,
  type EditRow,
  type ProfileSettingsProps,
  type SpokenLanguage,
} from '#features/profile/contract.ts'
import { fieldOfRow } from './describe-row.ts'
import type { ActionBody } from '#ui/forms/send-action.ts'

/** Returns the profile as loaded, with later saves merged in, so that nothing is fetched again to show them. */
export function useSavedProfile(loaded: ProfileSettingsProps) {
  const [kept, setKept] = useState(loaded)
  const isNewer = loaded.revision > kept.revision
  const shown = isNewer ? loaded : kept
  const { edit, promptAnswers, offeredPortraits, portraitLooks, portraitPage, paused, basics, avatar, place, age } = loaded
  const data = {
    ...shown,
    edit,
    promptAnswers,
    offeredPortraits,
    portraitLooks,
    portraitPage,
    paused,
    basics,
    avatar,
    place,
    age,
  }
  const take = (row: EditRow, revision: number, body: ActionBody | null) =>
    setKept((before) => {
      const from = loaded.revision > before.revision ? loaded : before
      return { ...(body === null ? from : withSaved(from, row, body)), revision }
    })
  return { data, take }
}

const languageOf = (value: string): SpokenLanguage | null => spokenLanguages.find((language) => language === value) ?? null

function withSaved(before: ProfileSettingsProps, row: EditRow, body: ActionBody): ProfileSettingsProps {
  const field = fieldOfRow(row)
  if (field === null) return before
  const one = (name: string) => (typeof body[name] === 'string' ? body[name] : '')
  const many = (name: string) => (Array.isArray(body[name]) ? body[name] : [])
  const seen = visibilities.find((value) => value === one(`see-${field}`))
  const visibility = seen ? { ...before.visibility, [field]: seen } : before.visibility
  const { answers, offered } = before
  switch (field) {
    case 'intent':
      return {
        ...before,
        visibility,
        answers: { ...answers, intent: intents.find((value) => value === one('intent')) ?? answers.intent },
        seeks: {
          genders: genders.filter((value) => many('seeks').includes(value)),
          ageMin: Number(one('seeksAgeMin')),
          ageMax: Number(one('seeksAgeMax')),
        },
      }
    case 'about':
      return {
        ...before,
        visibility,
        answers: { ...answers, about: one('about').trim(), aboutLanguage: languageOf(one('aboutLanguage')) },
      }
    case 'interests':
      return {
        ...before,
        visibility,
        answers: { ...answers, interests: offered.interests.filter((value) => many('interests').includes(value)) },
      }
    case 'languages':
      return {
        ...before,
        visibility,
        answers: { ...answers, languages: offered.languages.filter((value) => many('languages').includes(value)) },
      }
    case 'heightCm':
      return { ...before, visibility, answers: { ...answers, heightCm: one('heightCm') === '' ? null : Number(one('heightCm')) } }
    default:
      return { ...before, visibility, answers: { ...answers, [field]: one(field) || null } }
  }
}
