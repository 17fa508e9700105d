import { createContext, use, useId } from 'react'

/** Name of the form around a field, so that two forms on a page may both ask for an `email`. */
export const FormNameContext = createContext('')

/**
 * The id of a field's control: its own, else one from form and name. Entry pages hydrate a part of the document as a
 * root of its own. React's generated ids would differ from those that the server wrote for the whole.
 */
export function useFieldId(name: string | undefined, given?: string): string {
  const form = use(FormNameContext)
  const generated = useId()
  return given ?? (name ? `${form}-${name.replace('[]', '')}` : generated)
}
