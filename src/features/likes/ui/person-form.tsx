import type { ReactNode } from 'react'

type PersonFormProps = { action: string; id: string; onPress: () => Promise<void>; children: ReactNode }

/** A form about one person: posts as it is without a script, calls `onPress` with one. */
export function PersonForm({ action, id, onPress, children }: PersonFormProps) {
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
      {children}
    </form>
  )
}
