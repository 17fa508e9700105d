import * as v from 'valibot'
import { talkTopics } from '../contract.ts'
import { languageFields } from '#features/encounters/talk/server/public.ts'

const id = v.pipe(v.string('required'), v.regex(/^[\w-]{1,64}$/, 'invalid'))

/** POST /api/anonymous/join. No topics: any topic is welcome. */
export const joinInput = v.object({
  ...languageFields,
  topics: v.optional(
    v.pipe(
      v.array(v.picklist(talkTopics, 'choice'), 'choice'),
      v.maxLength(talkTopics.length, 'too-many-chosen'),
      v.transform((topics) => [...new Set(topics)]),
    ),
    [],
  ),
})
export type JoinInput = v.InferOutput<typeof joinInput>

/** POST /api/anonymous/next and /reveal. */
export const encounterInput = v.object({ id })
export type EncounterInput = v.InferOutput<typeof encounterInput>

/** POST /api/anonymous/leave. */
export const leaveInput = v.object({ id: v.optional(id) })
