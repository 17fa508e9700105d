import { useHref } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import type { CityLink } from '../contract.ts'
import styles from './city-links.module.css'

export function CityLinks({ cities }: { cities: readonly CityLink[] }) {
  const href = useHref()
  return (
    <ul className={styles.links}>
      {cities.map(({ slug, name }) => (
        <li key={slug}>
          <a href={href(routes.city, { citySlug: slug })}>{name}</a>
        </li>
      ))}
    </ul>
  )
}
