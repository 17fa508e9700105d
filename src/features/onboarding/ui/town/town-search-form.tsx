/** The form that the search of `TownField` belongs to: it cannot be inside the one that saves the place. */
export const townSearchId = 'town-search'

type Props = {
  /** The page of the field. */
  action: string
  /** What else its URL needs. */
  query: Record<string, string>
}

/** Searches for a town without a script, by the query of the page's own URL. */
export function TownSearchForm({ action, query }: Props) {
  return (
    <form id={townSearchId} hidden method="get" action={action} onSubmit={(event) => event.preventDefault()}>
      {Object.entries(query).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </form>
  )
}
