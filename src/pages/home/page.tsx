import type { CityLink } from '#features/cities/contract.ts'
import { LocalCities } from '#features/cities/ui/local-cities.tsx'
import { AliasAvatar } from '#features/encounters/talk/ui/alias-avatar.tsx'
import type { HomeProps } from '#features/home/contract.ts'
import type { DrawAlias } from '#features/home/ui/faces.ts'
import { Ending } from '#features/home/ui/ending.tsx'
import { Faq } from '#features/home/ui/faq.tsx'
import { Hero } from '#features/home/ui/hero.tsx'
import { JoinBar } from '#features/home/ui/join-bar.tsx'
import { Languages } from '#features/home/ui/languages.tsx'
import { MapSection } from '#features/home/ui/map/map-section.tsx'
import { Promises } from '#features/home/ui/promises.tsx'
import { Scenes } from '#features/home/ui/scenes/scenes.tsx'
import { Steps } from '#features/home/ui/steps.tsx'
import { WhySection } from '#features/home/ui/why/why-section.tsx'
import { ThreadDivider } from '#ui/thread/thread-divider.tsx'
import styles from './home.module.css'

const drawAlias: DrawAlias = (seed) => <AliasAvatar seed={seed} size="xl" />

export default function Home({ data }: { data: HomeProps & { cities: CityLink[] } }) {
  return (
    <div className={styles.page}>
      <Hero percent={data.percent} />
      <div>
        <div className={styles.sections}>
          <ThreadDivider />
          <MapSection bands={data.bands} />
          <WhySection percent={data.percent} leastShownPercent={data.leastShownPercent} />
          <ThreadDivider flip />
          <Scenes likesPerDay={data.likesPerDay} drawAlias={drawAlias} />
          <ThreadDivider />
          <Steps />
          <LocalCities cities={data.cities} />
          <Languages />
          <Promises />
          <Faq likesPerDay={data.likesPerDay} />
        </div>
        <JoinBar />
      </div>
      <Ending />
    </div>
  )
}
