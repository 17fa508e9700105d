/**
 * What becomes of a table when a member asks for their data, and when their account is deleted for good. docs/data.md shows both
 * as its columns 'In export' and 'In purge'.
 */
export type TableDecision<Column extends string = string> = {
  export: Given<Column> | Withheld
  /** As docs/data.md says it. */
  purge: string
}

/** `columns`: true if the export gives it, else why it does not. `rows`: which rows of the table, and what is left out of them. */
export type Given<Column extends string = string> = { rows?: string; columns: Readonly<Record<Column, true | string>> }

/** No row of it is exported; `because` says why, in the words of docs/data.md. */
export type Withheld = { because: string }

export const isGiven = (decision: TableDecision['export']): decision is Given => 'columns' in decision

/** The cell of docs/data.md, column 'In export'. */
export function exportText({ export: decision }: TableDecision): string {
  if (!isGiven(decision)) return `no: ${decision.because}`
  return decision.rows ? `yes, ${decision.rows}` : 'yes'
}

/** Names of the columns that the export gives. */
export function givenColumns({ export: decision }: TableDecision): string[] {
  if (!isGiven(decision)) return []
  return Object.entries(decision.columns).flatMap(([name, given]) => (given === true ? [name] : []))
}
