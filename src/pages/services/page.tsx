import type { ServicesProps } from '#features/site/contract.ts'
import { Services } from '#features/site/ui/services/services.tsx'

export default function ServicesPage({ data }: { data: ServicesProps }) {
  return <Services likesPerDay={data.likesPerDay} />
}
