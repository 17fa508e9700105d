import { useState } from 'react'
import type { LikesLeftView, Relationship } from '#features/likes/contract.ts'
import type { Decision, Person } from './likes-context.ts'

/** What was decided on a page since it came, until a client navigation brings newer facts. */
export function useDecisions(quota: LikesLeftView) {
  const [source, setSource] = useState(quota)
  const [left, setLeft] = useState(quota.left)
  const [relationships, setRelationships] = useState<Record<string, Relationship>>({})
  const [lastPassed, setLastPassed] = useState<Person | null>(null)
  const [last, setLast] = useState<Decision | null>(null)
  const [isUndone, setUndone] = useState(false)
  if (source !== quota) {
    setSource(quota)
    setLeft(quota.left)
    setRelationships({})
    setLastPassed(null)
    setLast(null)
    setUndone(false)
  }
  return {
    left,
    setLeft,
    relationships,
    setRelationships,
    /** Shows one person in another relationship. */
    stand: (id: string, relationship: Relationship) => setRelationships((all) => ({ ...all, [id]: relationship })),
    lastPassed,
    setLastPassed,
    last,
    setLast,
    isUndone,
    setUndone,
  }
}

export type Decisions = ReturnType<typeof useDecisions>
