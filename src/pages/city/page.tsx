import type { CityProps } from '#features/cities/contract.ts'
import { CityPage } from '#features/cities/ui/city-page.tsx'

export default function City({ data }: { data: CityProps }) {
  return <CityPage city={data} />
}
