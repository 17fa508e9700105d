import { AppearanceSection } from '#features/settings/ui/appearance-section.tsx'
import { LanguageSection } from '#features/settings/ui/language-section.tsx'
import { TimeZoneSection } from '#features/settings/ui/time-zone-section.tsx'
import { InstallSection } from '#ui/install/install-section.tsx'
import type { Props } from './props.ts'

export function LookPane({ zones }: Props) {
  return (
    <>
      <LanguageSection />
      <AppearanceSection />
      <TimeZoneSection {...zones} />
      <InstallSection />
    </>
  )
}
