import type { ReactNode } from 'react'

type PersonFormProps = {
  action: string
  id: string
  /** Target of the plain form on success; its own page by default. */
  next?: string | undefined
  onPress: () => Promise<void> | void
  children: ReactNode
}

/** A form about one person: submits natively without a script, calls `onPress` with one. */
export function PersonForm({ action, id, next, onPress, children }: PersonFormProps) {
  return (
    <form
      method="post"
      action={action}
      onSubmit={(event) => {
        event.preventDefault()
        void onPress()
      }}
    >
      <input type="hidden" name="id" value={id} />
      {next === undefined ? null : <input type="hidden" name="next" value={next} />}
      {children}
    </form>
  )
}
