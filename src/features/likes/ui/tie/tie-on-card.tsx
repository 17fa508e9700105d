import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useHref } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import type { Person } from '../provider/likes-context.ts'
import { findOffer } from './find-offer.ts'
import { TieDialog } from './lazy.ts'
import { findThing, type ShownProfile } from './named-thing.ts'

type TieOnCardProps = { person: Person; name: string; onClose: () => void }

/** The sheet of a thing on a card: the list says nothing about how to name it, so the profile is asked at the press. */
export function TieOnCard({ person, name, onClose }: TieOnCardProps) {
  const href = useHref()
  const [profile, setProfile] = useState<ShownProfile | null>(null)
  const address = href(routes.profileInfo, { id: person.id })
  const show = useEffectEvent((found: Awaited<ReturnType<typeof findOffer>>) => {
    const shown = found?.ties ? { ...found, offer: found.ties } : null
    if (shown && findThing(name, shown)) return setProfile(shown)
    onClose()
    // The profile's own page says why.
    location.assign(href(routes.profileInfo, { id: person.id }, { query: { tie: name }, hash: 'tie' }))
  })
  useEffect(() => {
    let isHere = true
    void findOffer(address).then((found) => {
      if (isHere) show(found)
    })
    return () => {
      isHere = false
    }
  }, [address])
  return profile ? (
    <Suspense fallback={null}>
      <TieDialog {...profile} person={{ ...person, ...profile.person }} name={name} onClose={onClose} />
    </Suspense>
  ) : null
}
