/**
 * Commits the pending writes of many calls together, `afterMs` after the first of them: under load an object then commits once
 * for all. Each call waits for its commit before it answers.
 */
export class GroupCommit {
  readonly #commit: () => void
  readonly #afterMs: number
  #pending: Promise<void> | null = null

  /** `commit` writes everything pending. If it throws, each waiting call throws the same error. */
  constructor(commit: () => void, afterMs: number) {
    this.#commit = commit
    this.#afterMs = afterMs
  }

  /** Resolves when everything pending now has been written. */
  written(): Promise<void> {
    this.#pending ??= this.#commitSoon()
    return this.#pending
  }

  async #commitSoon(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, this.#afterMs))
    this.#pending = null
    this.#commit()
  }
}
