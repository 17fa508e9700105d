import { createContext, use, useId } from 'react'

/** Name of the form around a field, so that two forms on a page may both have a field `email`. */
export const FormNameContext = createContext('')

/**
 * The id of a field's control: its own, or one built from form and name. Entry pages hydrate a part of the document as its own
 * root, where React's generated ids would differ from those of the server.
 */
export function useFieldId(name: string | undefined, given?: string): string {
  const form = use(FormNameContext)
  const generated = useId()
  return given ?? (name ? `${form}-${name.replace('[]', '')}` : generated)
}
