import { DevicesSection } from '#features/settings/ui/devices-section.tsx'
import type { Props } from './props.ts'

export function DevicesPane({ account }: Props) {
  return <DevicesSection {...account} />
}
